#include "epreuve/exercises/values.hpp"

#include "epreuve/shape.hpp"
#include "epreuve/text.hpp"
#include "epreuve/translation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdlib>
#include <memory>
#include <type_traits>
#include <variant>
#include <vector>

namespace epreuve::exercises {

namespace {

constexpr arma::uword most_rows = 8, most_columns = 8, most_of_vector = 12;
constexpr std::size_t most_of_list = 12;

double read(const std::string& decimal)
{
  return std::strtod(decimal.c_str(), nullptr);
}

template <typename T>
arma::mat as_doubles(const arma::Mat<T>& matrix)
{
  return arma::conv_to<arma::mat>::from(matrix);
}

// --- parts of values --------------------------------------------------------------------------------------

/// Calls use(x) with every number of type double.
template <typename Use>
void each_double(const Value& value, const Use& use)
{
  if (const auto* number = std::get_if<double>(&value.held))
    use(*number);
  else if (const auto* matrix = std::get_if<Held<arma::mat>>(&value.held))
    std::ranges::for_each(**matrix, use);
  else if (const auto* parts = std::get_if<Values>(&value.held))
    for (const Value& part : *parts)
      each_double(part, use);
}

/// Whether different ones of these numbers look the same after rounding.
bool look_the_same(std::vector<double> numbers, int digits)
{
  std::erase_if(numbers, [](double x) { return std::isnan(x); });
  std::ranges::sort(numbers);
  // Rounding keeps the order, so numbers that look the same are neighbours.
  return std::ranges::adjacent_find(numbers, [&](double a, double b) {
           return a != b && show(a, digits) == show(b, digits);
         }) != numbers.end();
}

// --- showing ------------------------------------------------------------------------------------------------

std::string show_vector(const arma::mat& vector, int digits)
{
  if (vector.is_empty())
    return said("an empty vector");
  std::string text = "(";
  const arma::uword shown = std::min(vector.n_elem, most_of_vector);
  for (arma::uword i = 0; i < shown; ++i)
    text += (i == 0 ? "" : ", ") + show(vector(i), digits);
  return text + (shown < vector.n_elem ? said(", ... {} in all)", vector.n_elem) : ")");
}

std::string show_matrix(const arma::mat& matrix, int digits)
{
  if (matrix.is_empty())
    return said("an empty {} matrix", shape(matrix));
  const arma::uword rows = std::min(matrix.n_rows, most_rows),
                    columns = std::min(matrix.n_cols, most_columns);
  std::string text = "(";
  for (arma::uword i = 0; i < rows; ++i)
    for (arma::uword j = 0; j < columns; ++j)
      text += (i + j == 0 ? "" : j == 0 ? "; " : ", ") + show(matrix(i, j), digits);
  const bool whole = rows == matrix.n_rows && columns == matrix.n_cols;
  return text + (whole ? ")" : fmt::format(" ...), {}", shape(matrix)));
}

std::string show_parts(const Value& value, int digits)
{
  const Type& type = *value.type;
  const Values& parts = value.parts();
  const std::size_t shown =
      type.kind == Type::Kind::list ? std::min(parts.size(), most_of_list) : parts.size();
  std::string text = "{";
  for (std::size_t i = 0; i < shown; ++i)
    text += (i == 0 ? "" : ", ") + (type.is_struct ? show_as(type.parts[i].name, parts[i], digits)
                                                   : show(parts[i], digits));
  return text + (shown < parts.size() ? said(", ... {} in all}}", parts.size()) : "}");
}

// --- comparing -----------------------------------------------------------------------------------------------

Objection object(double got, double expected, const Closeness& closeness)
{
  if (close(got, expected, closeness, std::isfinite(expected) ? std::abs(expected) : 0))
    return {};
  return std::isnan(got) ? said("the result is not a number (NaN)") : "";
}

double largest(const arma::mat& matrix)
{
  double size = 0;
  for (const double x : matrix)
    if (std::isfinite(x))
      size = std::max(size, std::abs(x));
  return size;
}

Objection object(const arma::mat& got, const arma::mat& expected, const Closeness& closeness)
{
  if (got.is_empty() && expected.is_empty())
    return {}; // "empty" is all that a statement says
  if (got.n_rows != expected.n_rows || got.n_cols != expected.n_cols)
    return said("the shape is {}, expected {}", shape(got), shape(expected));
  const double size = largest(expected);
  for (arma::uword j = 0; j < got.n_cols; ++j)
    for (arma::uword i = 0; i < got.n_rows; ++i) {
      if (close(got(i, j), expected(i, j), closeness, size))
        continue;
      const std::string entry =
          got.n_cols == 1 ? said("entry {}", i) : said("entry ({}, {})", i, j);
      if (std::isnan(got(i, j)))
        return said("{} is not a number (NaN)", entry);
      return got.n_elem > most_of_vector ? said("{} is {}, expected {}", entry, show(got(i, j), 10),
                                                show(expected(i, j), 10))
                                         : "";
    }
  return {};
}

template <typename T>
Objection object(const Held<arma::Mat<T>>& got, const Held<arma::Mat<T>>& expected,
                 const Closeness& closeness)
{
  return object(as_doubles(*got), as_doubles(*expected), closeness);
}

/// For values that are either equal or not: booleans, integers, texts.
template <typename T>
  requires(std::integral<T> || std::same_as<T, std::string>)
Objection object(const T& got, const T& expected, const Closeness&)
{
  return got == expected ? Objection() : Objection("");
}

Objection object(const Values& got, const Values& expected, const Closeness& closeness)
{
  for (std::size_t i = 0; i < got.size(); ++i)
    if (const Objection objection = object(got[i], expected[i], closeness))
      return objection;
  return {};
}

Objection object_to_list(const Values& got, const Values& expected, const Closeness& closeness)
{
  if (got.size() != expected.size())
    return said("the length is {}, expected {}", got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i)
    if (const Objection objection = object(got[i], expected[i], closeness))
      return objection->empty() ? said("element {} differs", i)
                                : said("element {} differs: {}", i, *objection);
  return {};
}

} // namespace

bool close(double got, double expected, const Closeness& closeness, double largest_expected)
{
  if (std::isnan(expected) || std::isnan(got))
    return std::isnan(expected) && std::isnan(got);
  if (std::isinf(expected) || std::isinf(got))
    return got == expected;
  return std::abs(got - expected) <= closeness.absolute + closeness.relative * std::abs(expected) +
                                         closeness.of_largest * largest_expected;
}

Objection object(const Value& got, const Value& expected, const Closeness& closeness)
{
  if (got.type == nullptr || got.type != expected.type)
    return "";
  if (got.type->kind == Type::Kind::list)
    return object_to_list(got.parts(), expected.parts(), closeness);
  return std::visit(
      [&](const auto& held) {
        return object(held, std::get<std::decay_t<decltype(held)>>(expected.held), closeness);
      },
      got.held);
}

std::string show(double x, int digits)
{
  if (std::isnan(x))
    return "NaN";
  if (x == 0)
    return "0";
  constexpr int most_if_exact = 10;
  // {:g} leaves out zeros at the end: this is the shortest decimal, if it reads back.
  for (const int tried : {most_if_exact, 15, 16}) {
    const std::string text = fmt::format("{:.{}g}", x, tried);
    if (tried <= std::max(digits, most_if_exact) && read(text) == x)
      return text;
  }
  return fmt::format("{:.{}g}", x, digits);
}

std::string show(const Value& value, int digits)
{
  return std::visit(
      [&]<typename T>(const T& held) -> std::string {
        if constexpr (std::same_as<T, double>)
          return show(held, digits);
        else if constexpr (std::same_as<T, bool>)
          return held ? "true" : "false";
        else if constexpr (std::integral<T>)
          return std::to_string(held);
        else if constexpr (std::same_as<T, std::string>)
          return "\"" + printable(held) + "\"";
        else if constexpr (std::same_as<T, Values>)
          return show_parts(value, digits);
        else if (value.type->kind == Type::Kind::column)
          return show_vector(as_doubles(*held), digits);
        else
          return show_matrix(as_doubles(*held), digits);
      },
      value.held);
}

std::string show_as(std::string_view name, const Value& value, int digits)
{
  bool exact = true;
  if (!value.type->is_struct)
    each_double(value,
                [&](double x) { exact = exact && (std::isnan(x) || round_to(x, digits) == x); });
  return fmt::format("{} {} {}", name, exact ? "=" : "≈", show(value, digits));
}

double round_to(double x, int digits)
{
  return std::isfinite(x) && x != 0 ? read(show(x, digits)) : x;
}

Value rounded(const Value& value, int digits)
{
  Value result = value;
  if (auto* number = std::get_if<double>(&result.held)) {
    *number = round_to(*number, digits);
  } else if (auto* matrix = std::get_if<Held<arma::mat>>(&result.held)) {
    arma::mat numbers = **matrix;
    numbers.transform([&](double x) { return round_to(x, digits); });
    *matrix = std::make_shared<const arma::mat>(std::move(numbers));
  } else if (auto* parts = std::get_if<Values>(&result.held)) {
    for (Value& part : *parts)
      part = rounded(part, digits);
  }
  return result;
}

int digits_for(const Value& value)
{
  constexpr std::size_t most = 100;
  std::vector<double> numbers;
  each_double(value, [&](double x) { numbers.push_back(x); });
  return numbers.size() <= most && look_the_same(std::move(numbers), short_digits) ? all_digits
                                                                                   : short_digits;
}

arma::vec numbers_of(const Value& value)
{
  return std::visit(
      []<typename T>(const T& held) -> arma::vec {
        if constexpr (std::is_arithmetic_v<T>) {
          return {static_cast<double>(held)};
        } else if constexpr (std::same_as<T, std::string>) {
          return {};
        } else if constexpr (std::same_as<T, Values>) {
          arma::vec all;
          for (const Value& part : held)
            all = arma::join_cols(all, numbers_of(part));
          return all;
        } else {
          return arma::vectorise(as_doubles(*held));
        }
      },
      value.held);
}

std::size_t extent(const Value& value)
{
  return std::visit(
      []<typename T>(const T& held) -> std::size_t {
        if constexpr (std::is_arithmetic_v<T>) {
          return 1;
        } else if constexpr (std::same_as<T, std::string>) {
          return held.size();
        } else if constexpr (std::same_as<T, Values>) {
          std::size_t sum = 0;
          for (const Value& part : held)
            sum += extent(part);
          return sum;
        } else {
          return held->n_elem;
        }
      },
      value.held);
}

} // namespace epreuve::exercises
