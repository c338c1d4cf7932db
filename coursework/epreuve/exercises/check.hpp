#pragma once

#include "epreuve/exercises/basic_check.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace epreuve::exercises {

/// The points that a property earns for an answer that is otherwise wrong.
struct Worth
{
  int points = 0;
};
inline Worth worth(int points)
{
  return {points};
}

/// How one exercise is judged: the inputs that it is tried on, and what its results are compared with. For a function
/// R(A...), declared in exercises.hpp.
///
///     course.EXERCISE(softmax)
///         .expects([](const arma::vec& x) { return math::softmax(x); })
///         .on("large logits", arma::vec{1000, 1001})
///         .on_random([](Draw& draw) { ... return std::tuple(x); });
///
/// Known mistakes are in the chapter's mistakes.cpp, and those in which only a constant varies, in mistake().
/// An exercise that has several right answers leaves out expects() and states properties.
template <typename Signature>
class Check;

template <typename R, typename... A>
class Check<R(A...)> : public BasicCheck
{
public:
  using Returned = std::decay_t<R>;
  using Arguments = std::tuple<std::decay_t<A>...>;

  /// @param argument_names  by which messages call them
  Check(About about, std::vector<std::string> argument_names)
      : BasicCheck(std::move(about), std::move(argument_names), type_of<Arguments>(),
                   type_of<Returned>())
  {
  }

  /// Which inputs the statement allows, where it says more than shapes and ranges: "no column is 0". No other one is
  /// tried, however it was drawn or made smaller.
  Check& domain(std::function<bool(const std::decay_t<A>&...)> holds)
  {
    domain_ = [holds = std::move(holds)](const Bytes& arguments) {
      return std::apply(holds, read_as<Arguments>(arguments));
    };
    return *this;
  }

  /// The right answer to any input that is tried.
  Check& expects(std::function<Returned(const std::decay_t<A>&...)> function)
  {
    expected_ = [function = std::move(function)](const Bytes& arguments) {
      return bytes_of(std::apply(function, read_as<Arguments>(arguments)));
    };
    return *this;
  }
  Check& within(Closeness closeness) { return set(closeness_, closeness); }

  /// A property that every result must have, in words for a student: "the entries sum to 1".
  /// @param credit  worth(1): an answer that is wrong gets a point if all its results have the
  ///                property, on every named input and all random ones. After a crash, an exception
  ///                or a late result none of its properties earns anything.
  Check& property(std::string words,
                  std::function<bool(const std::decay_t<A>&..., const Returned&)> holds,
                  Worth credit = {})
  {
    in_parts_ += credit.points;
    const auto of_bytes = [holds = std::move(holds)](const Bytes& arguments, const Bytes& value) {
      return std::apply(holds, std::tuple_cat(read_as<Arguments>(arguments),
                                              std::tuple(read_as<Returned>(value))));
    };
    properties_.push_back({std::move(words), of_bytes, credit.points});
    return *this;
  }

  /// A mistake with a constant in it (a step, a bound, a base), recognised by wrong results, whatever the constant is:
  ///
  ///     .mistake("your search ends too early, at a fixed x", [](double y, double x) {
  ///       return math::gelu(x) < y ? Constants::near(x, 1e-9) : no_constant;
  ///     })
  ///
  /// An answer makes it if one constant explains all its wrong results, and at least two of them show which it is:
  /// any_constant is for results that do not. Sections of mistakes.cpp with the same diagnosis are examples of it, and
  /// recognised by it alone. Every other section comes first, then the first mistake() here.
  /// @param constants  those with which the mistake has this result, which is wrong
  Check& mistake(std::string diagnosis,
                 std::function<Constants(const std::decay_t<A>&..., const Returned&)> constants)
  {
    const auto of_bytes = [constants = std::move(constants)](const Bytes& arguments,
                                                             const Bytes& value) {
      return std::apply(constants, std::tuple_cat(read_as<Arguments>(arguments),
                                                  std::tuple(read_as<Returned>(value))));
    };
    families_.push_back({std::move(diagnosis), of_bytes});
    return *this;
  }

  /// An edge case and its name.
  Check& on(std::string name, std::decay_t<A>... arguments)
  {
    named_.emplace_back(std::move(name), bytes_of(Arguments(std::move(arguments)...)));
    return *this;
  }
  /// Random inputs, and how many of them; when one fails, smaller failing ones are searched for.
  Check& on_random(std::function<Arguments(Draw&)> draw, std::uint64_t draws = 100)
  {
    random_ = [draw = std::move(draw)](Draw& numbers) { return bytes_of(draw(numbers)); };
    draws_ = draws;
    return *this;
  }

  /// An input on which time or memory exceeds the limits, by a factor of 100 or so, if it grows faster than the
  /// exercise allows; tried on an answer that is right everywhere else.
  /// @param growth  why that is too much, in words: "n is 10^6 here, and n^2 numbers are 8 TB"
  Check& on_large(std::string name, std::string growth, std::function<Arguments()> arguments)
  {
    large_.push_back({std::move(name), std::move(growth),
                      [arguments = std::move(arguments)] { return bytes_of(arguments()); }});
    return *this;
  }

  Check& limits(const Limits& limits) { return set(limits_, limits); }

private:
  template <typename Field, typename Given>
  Check& set(Field& field, Given&& value)
  {
    field = std::forward<Given>(value);
    return *this;
  }
};

} // namespace epreuve::exercises
