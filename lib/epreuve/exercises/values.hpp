#pragma once

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

/// One number, to a given number of significant digits.
std::string show(double x, int digits = 6);

/// Text in quotes, with unprintable characters escaped.
std::string show(const std::string& text, int digits = 6);

/// "(1, 2; 3, 4)": rows are parted by semicolons. Of a large one the beginning, and the shape.
std::string show(const arma::mat& matrix, int digits = 6);

/// "(1, 2, 3)".
std::string show(const arma::vec& vector, int digits = 6);

inline std::string show(bool x, int = 6)
{
  return x ? "true" : "false";
}

template <std::integral T>
std::string show(T x, int = 6)
{
  return std::to_string(x);
}

template <typename T>
  requires(!std::same_as<T, double>)
std::string show(const arma::Mat<T>& matrix, int digits = 6)
{
  return show(arma::conv_to<arma::mat>::from(matrix), digits);
}

template <typename T>
  requires(!std::same_as<T, double>)
std::string show(const arma::Col<T>& vector, int digits = 6)
{
  return show(arma::conv_to<arma::vec>::from(vector), digits);
}

template <typename T>
std::string show(const std::vector<T>& list, int digits = 6);
template <typename... T>
std::string show(const std::tuple<T...>& values, int digits = 6);
template <Record T>
std::string show(const T& record, int digits = 6);

template <typename A, typename B>
std::string show(const std::pair<A, B>& values, int digits = 6)
{
  return "{" + show(values.first, digits) + ", " + show(values.second, digits) + "}";
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
  return std::apply([&](auto... field) { return show(std::tie(record.*field...), digits); },
                    T::fields);
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
