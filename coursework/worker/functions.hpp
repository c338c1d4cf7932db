#pragma once

#include "epreuve/exercises/student.hpp"
#include "epreuve/exercises/wire.hpp"

#include <cstdint>
#include <exception>
#include <new>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

/// Functions that the judge can call.
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

} // namespace epreuve::exercises
