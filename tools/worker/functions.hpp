#pragma once

#include "epreuve/exercises/student.hpp"
#include "epreuve/exercises/wire.hpp"

#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

/// What turns a chapter's functions into a program that the judge can call. Compiled with the
/// chapter's exercises.hpp and linked with judged code; see main.cpp.
namespace epreuve::exercises {

/// Reads the arguments, calls the function, writes the outcome.
using Adapter = std::string (*)(WireReader& arguments, std::uint64_t id, const void* function);

struct Entry
{
  const char* name;
  const void* function; ///< null if judged code does not define it
  Adapter adapter;
};

template <typename Result, typename... Arguments>
std::string adapt(WireReader& reader, std::uint64_t id, const void* function)
{
  if (function == nullptr)
    return message(Kind::missing, id, "");
  std::tuple<std::decay_t<Arguments>...> arguments;
  reader.get(arguments);
  reader.end();
  WireWriter before;
  before.put(arguments);

  WireWriter result;
  const auto typed = reinterpret_cast<Result (*)(Arguments...)>(const_cast<void*>(function));
  try {
    result.put(std::decay_t<Result>(std::apply(typed, arguments)));
  } catch (const NotStarted&) {
    return message(Kind::not_started, id, "");
  } catch (const std::bad_alloc&) {
    return message(Kind::out_of_memory, id, "");
  } catch (const std::exception& e) {
    return message(Kind::threw, id, e.what());
  } catch (...) {
    return message(Kind::threw, id, "something that is not a std::exception");
  }
  WireWriter after;
  after.put(arguments);
  if (after.bytes() != before.bytes())
    return message(Kind::changed_argument, id, "");
  return message(Kind::value, id, result.bytes());
}

template <typename Result, typename... Arguments>
Entry entry(const char* name, Result (*function)(Arguments...))
{
  return {name, reinterpret_cast<const void*>(function), &adapt<Result, Arguments...>};
}

/// Answers calls of these functions until the judge hangs up.
int serve(const std::vector<Entry>& functions);

} // namespace epreuve::exercises

// EPREUVE_EACH(m, a, b, c) is m(a) m(b) m(c), for up to 256 of them.
#define EPREUVE_PARENTHESES ()
#define EPREUVE_EXPAND(...) EPREUVE_EXPAND1(EPREUVE_EXPAND1(EPREUVE_EXPAND1(__VA_ARGS__)))
#define EPREUVE_EXPAND1(...) EPREUVE_EXPAND2(EPREUVE_EXPAND2(EPREUVE_EXPAND2(__VA_ARGS__)))
#define EPREUVE_EXPAND2(...) EPREUVE_EXPAND3(EPREUVE_EXPAND3(EPREUVE_EXPAND3(__VA_ARGS__)))
#define EPREUVE_EXPAND3(...) __VA_ARGS__
#define EPREUVE_EACH(macro, ...) __VA_OPT__(EPREUVE_EXPAND(EPREUVE_EACH_ONE(macro, __VA_ARGS__)))
#define EPREUVE_EACH_ONE(macro, first, ...)                                                        \
  macro(first) __VA_OPT__(EPREUVE_EACH_AGAIN EPREUVE_PARENTHESES(macro, __VA_ARGS__))
#define EPREUVE_EACH_AGAIN() EPREUVE_EACH_ONE

// Weak: a function that judged code does not define is null, and the others still link.
#define EPREUVE_WEAK(name) [[gnu::weak]] decltype(name) name;
#define EPREUVE_ENTRY(name) epreuve::exercises::entry(#name, &name),

#undef EXERCISES
#define EXERCISES(...)                                                                             \
  EPREUVE_EACH(EPREUVE_WEAK, __VA_ARGS__)                                                          \
  inline std::vector<epreuve::exercises::Entry> every_function()                                   \
  {                                                                                                \
    return {EPREUVE_EACH(EPREUVE_ENTRY, __VA_ARGS__)};                                             \
  }
