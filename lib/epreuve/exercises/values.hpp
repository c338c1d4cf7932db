#pragma once

#include "epreuve/exercises/names.hpp"
#include "epreuve/exercises/wire.hpp"
#include "epreuve/shape.hpp"

#include <armadillo>
#include <fmt/format.h>

#include <cmath>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace epreuve::exercises {

/// How far from the expected value e an entry of a result may be: absolute + relative |e| +
/// of_largest max |e|, the last over the entries of its matrix. Room for any reasonable order of
/// operations, none for a wrong formula.
struct Closeness
{
  double absolute = 1e-12, relative = 1e-9, of_largest = 0;
};

/// Whether two numbers are as close as that, or the same infinity, or both NaN.
bool close(double got, double expected, const Closeness& closeness, double largest);

/// The digits that a number is rounded to, unless its last ones matter; and those that hold any.
constexpr int short_digits = 6, all_digits = 17;

/// One number: the decimal that reads back as the same number if that has at most 10 significant
/// digits, else rounded to so many.
std::string show(double x, int digits = short_digits);

/// The number that show(x, digits) reads back as: x, if it is not rounded.
double round_to(double x, int digits);

/// Text in quotes, with unprintable characters escaped.
std::string show(const std::string& text, int digits = short_digits);

/// "(1, 2; 3, 4)": rows are parted by semicolons. Of a large one the beginning, and the shape.
std::string show(const arma::mat& matrix, int digits = short_digits);

/// "(1, 2, 3)".
std::string show(const arma::vec& vector, int digits = short_digits);

inline std::string show(bool x, int = short_digits)
{
  return x ? "true" : "false";
}

template <std::integral T>
std::string show(T x, int = short_digits)
{
  return std::to_string(x);
}

template <typename T>
  requires(!std::same_as<T, double>)
std::string show(const arma::Mat<T>& matrix, int digits = short_digits)
{
  return show(arma::conv_to<arma::mat>::from(matrix), digits);
}

template <typename T>
  requires(!std::same_as<T, double>)
std::string show(const arma::Col<T>& vector, int digits = short_digits)
{
  return show(arma::conv_to<arma::vec>::from(vector), digits);
}

template <typename T>
std::string show(const std::vector<T>& list, int digits = short_digits);
template <typename... T>
std::string show(const std::tuple<T...>& values, int digits = short_digits);
/// "{tokens = (1, 2), scale ≈ 0.333333}"
template <Record T>
std::string show(const T& record, int digits = short_digits);

template <typename A, typename B>
std::string show(const std::pair<A, B>& values, int digits = short_digits)
{
  return "{" + show(values.first, digits) + ", " + show(values.second, digits) + "}";
}

/// Calls use(x) with every number of type double in a value, which may change it.
template <typename Use>
void for_each_double(double& x, const Use& use)
{
  use(x);
}
template <typename T, typename Use>
  requires(std::integral<T> || std::same_as<T, std::string>)
void for_each_double(T&, const Use&)
{
}
template <typename T, typename Use>
void for_each_double(arma::Mat<T>& matrix, const Use& use)
{
  if constexpr (std::same_as<T, double>)
    for (double& x : matrix)
      use(x);
}
template <typename T, typename Use>
void for_each_double(std::vector<T>& list, const Use& use);
template <typename... T, typename Use>
void for_each_double(std::tuple<T...>& values, const Use& use);
template <Record T, typename Use>
void for_each_double(T& record, const Use& use);

template <typename A, typename B, typename Use>
void for_each_double(std::pair<A, B>& values, const Use& use)
{
  for_each_double(values.first, use);
  for_each_double(values.second, use);
}
template <typename T, typename Use>
void for_each_double(std::vector<T>& list, const Use& use)
{
  if constexpr (!std::same_as<T, bool>)
    for (T& value : list)
      for_each_double(value, use);
}
template <typename... T, typename Use>
void for_each_double(std::tuple<T...>& values, const Use& use)
{
  std::apply([&](T&... value) { (for_each_double(value, use), ...); }, values);
}
template <Record T, typename Use>
void for_each_double(T& record, const Use& use)
{
  std::apply([&](auto... field) { (for_each_double(record.*field, use), ...); }, T::fields);
}

/// Every number of type double in a value.
template <typename T>
std::vector<double> doubles_in(T value)
{
  std::vector<double> numbers;
  for_each_double(value, [&](double x) { numbers.push_back(x); });
  return numbers;
}

/// A value with its numbers as show() writes them.
template <typename T>
T rounded(T value, int digits = short_digits)
{
  for_each_double(value, [&](double& x) { x = round_to(x, digits); });
  return value;
}

/// Whether different ones of these numbers look the same where they are rounded.
bool look_the_same(std::vector<double> numbers, int digits);

/// The digits that an input needs: a value that is random anyway is written short, but not where two
/// of its numbers would look the same. That is for values of at most 100 numbers; of larger ones
/// only a part is written.
template <typename T>
int digits_for(const T& value)
{
  constexpr std::size_t most = 100;
  const std::vector<double> numbers = doubles_in(value);
  return numbers.size() <= most && look_the_same(numbers, short_digits) ? all_digits : short_digits;
}

/// "x = (1, 2)"; "x ≈ (0.333333, 2)" if a number of it is rounded. In a record each field tells so
/// for itself.
template <typename T>
std::string show_as(std::string_view name, const T& value, int digits)
{
  bool exact = true;
  if constexpr (!Record<T>)
    for (const double x : doubles_in(value))
      exact = exact && (std::isnan(x) || round_to(x, digits) == x);
  return fmt::format("{} {} {}", name, exact ? "=" : "≈", show(value, digits));
}

/// The most values of a list that are written.
constexpr std::size_t most_shown = 12;

template <typename T>
std::string show(const std::vector<T>& list, int digits)
{
  std::string text = "{";
  for (std::size_t i = 0; i < std::min(list.size(), most_shown); ++i)
    text += (i == 0 ? "" : ", ") + show(list[i], digits);
  return text + (list.size() > most_shown ? fmt::format(", ... {} in all}}", list.size()) : "}");
}

template <typename... T>
std::string show(const std::tuple<T...>& values, int digits)
{
  std::string text;
  std::apply(
      [&](const T&... value) {
        ((text += (text.empty() ? "{" : ", ") + show(value, digits)), ...);
      },
      values);
  return text + "}";
}

template <Record T>
std::string show(const T& record, int digits)
{
  const auto fields = [&]<std::size_t... i>(std::index_sequence<i...>) {
    return std::vector<std::string>{
        show_as(field_name<T, i>(), record.*std::get<i>(T::fields), digits)...};
  }(std::make_index_sequence<std::tuple_size_v<decltype(T::fields)>>());
  return fmt::format("{{{}}}", fmt::join(fields, ", "));
}

/// How many numbers a value holds; the input with fewer counts as smaller.
inline std::size_t extent(double)
{
  return 1;
}
inline std::size_t extent(bool)
{
  return 1;
}
template <std::integral T>
std::size_t extent(T)
{
  return 1;
}
inline std::size_t extent(const std::string& text)
{
  return text.size();
}
template <typename T>
std::size_t extent(const arma::Mat<T>& matrix)
{
  return matrix.n_elem;
}
template <typename A, typename B>
std::size_t extent(const std::pair<A, B>& values)
{
  return extent(values.first) + extent(values.second);
}
template <typename T>
std::size_t extent(const std::vector<T>& list);
template <typename... T>
std::size_t extent(const std::tuple<T...>& values);
template <Record T>
std::size_t extent(const T& record);

template <typename T>
std::size_t extent(const std::vector<T>& list)
{
  std::size_t sum = 0;
  for (const T& value : list)
    sum += extent(value);
  return sum;
}
template <typename... T>
std::size_t extent(const std::tuple<T...>& values)
{
  return std::apply([](const T&... value) { return (std::size_t{0} + ... + extent(value)); },
                    values);
}
template <Record T>
std::size_t extent(const T& record)
{
  return std::apply([&](auto... field) { return extent(std::tie(record.*field...)); }, T::fields);
}

/// How a result differs from the expected one, in words; nothing if it is close enough.
using Objection = std::optional<std::string>;

Objection object(double got, double expected, const Closeness& closeness);
Objection object(const arma::mat& got, const arma::mat& expected, const Closeness& closeness);

template <typename T>
  requires(std::integral<T> || std::same_as<T, std::string>)
Objection object(const T& got, const T& expected, const Closeness&)
{
  return got == expected ? Objection() : Objection("");
}

template <typename T>
  requires(!std::same_as<T, double>)
Objection object(const arma::Mat<T>& got, const arma::Mat<T>& expected, const Closeness& closeness)
{
  return object(arma::conv_to<arma::mat>::from(got), arma::conv_to<arma::mat>::from(expected),
                closeness);
}

template <typename... T>
Objection object(const std::tuple<T...>& got, const std::tuple<T...>& expected,
                 const Closeness& closeness);
template <Record T>
Objection object(const T& got, const T& expected, const Closeness& closeness);

template <typename A, typename B>
Objection object(const std::pair<A, B>& got, const std::pair<A, B>& expected,
                 const Closeness& closeness)
{
  const Objection first = object(got.first, expected.first, closeness);
  return first ? first : object(got.second, expected.second, closeness);
}

template <typename T>
Objection object(const std::vector<T>& got, const std::vector<T>& expected,
                 const Closeness& closeness)
{
  if (got.size() != expected.size())
    return fmt::format("the length is {}, expected {}", got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i)
    if (const Objection objection = object(got[i], expected[i], closeness))
      return fmt::format("element {} differs{}{}", i, objection->empty() ? "" : ": ", *objection);
  return {};
}

template <typename... T, std::size_t... i>
Objection object_each(const std::tuple<T...>& got, const std::tuple<T...>& expected,
                      const Closeness& closeness, std::index_sequence<i...>)
{
  Objection first;
  ((first = first ? first : object(std::get<i>(got), std::get<i>(expected), closeness)), ...);
  return first;
}

template <typename... T>
Objection object(const std::tuple<T...>& got, const std::tuple<T...>& expected,
                 const Closeness& closeness)
{
  return object_each(got, expected, closeness, std::index_sequence_for<T...>());
}

template <Record T>
Objection object(const T& got, const T& expected, const Closeness& closeness)
{
  Objection first;
  std::apply(
      [&](auto... field) {
        ((first = first ? first : object(got.*field, expected.*field, closeness)), ...);
      },
      T::fields);
  return first;
}

} // namespace epreuve::exercises
