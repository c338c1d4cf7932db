#include "epreuve/exercises/values.hpp"

#include "epreuve/text.hpp"

#include <algorithm>
#include <cstdlib>

namespace epreuve::exercises {

namespace {

constexpr arma::uword most_rows = 8, most_columns = 8, most_of_vector = 12;

double largest(const arma::mat& matrix)
{
  double size = 0;
  for (const double x : matrix)
    if (std::isfinite(x))
      size = std::max(size, std::abs(x));
  return size;
}

double read(const std::string& decimal)
{
  return std::strtod(decimal.c_str(), nullptr);
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

double round_to(double x, int digits)
{
  return std::isfinite(x) && x != 0 ? read(show(x, digits)) : x;
}

bool look_the_same(std::vector<double> numbers, int digits)
{
  std::erase_if(numbers, [](double x) { return std::isnan(x); });
  std::ranges::sort(numbers);
  // Rounding keeps the order, so that those that look the same are neighbours.
  return std::ranges::adjacent_find(numbers, [&](double a, double b) {
           return a != b && show(a, digits) == show(b, digits);
         }) != numbers.end();
}

std::string show(const std::string& text, int)
{
  return "\"" + printable(text) + "\"";
}

std::string show(const arma::vec& vector, int digits)
{
  if (vector.is_empty())
    return "an empty vector";
  std::string text = "(";
  const arma::uword shown = std::min(vector.n_elem, most_of_vector);
  for (arma::uword i = 0; i < shown; ++i)
    text += (i == 0 ? "" : ", ") + show(vector[i], digits);
  return text + (shown < vector.n_elem ? fmt::format(", ... {} in all)", vector.n_elem) : ")");
}

std::string show(const arma::mat& matrix, int digits)
{
  if (matrix.is_empty())
    return fmt::format("an empty {} matrix", shape(matrix));
  const arma::uword rows = std::min(matrix.n_rows, most_rows),
                    columns = std::min(matrix.n_cols, most_columns);
  std::string text = "(";
  for (arma::uword i = 0; i < rows; ++i)
    for (arma::uword j = 0; j < columns; ++j)
      text += (i + j == 0 ? "" : j == 0 ? "; " : ", ") + show(matrix(i, j), digits);
  const bool whole = rows == matrix.n_rows && columns == matrix.n_cols;
  return text + (whole ? ")" : fmt::format(" ...), {}", shape(matrix)));
}

Objection object(double got, double expected, const Closeness& closeness)
{
  if (close(got, expected, closeness, std::isfinite(expected) ? std::abs(expected) : 0))
    return {};
  return std::isnan(got) ? "the result is no number (NaN)" : "";
}

Objection object(const arma::mat& got, const arma::mat& expected, const Closeness& closeness)
{
  if (got.n_rows != expected.n_rows || got.n_cols != expected.n_cols)
    return fmt::format("the shape is {}, expected {}", shape(got), shape(expected));
  const double size = largest(expected);
  for (arma::uword j = 0; j < got.n_cols; ++j)
    for (arma::uword i = 0; i < got.n_rows; ++i) {
      if (close(got(i, j), expected(i, j), closeness, size))
        continue;
      const std::string entry =
          got.n_cols == 1 ? fmt::format("entry {}", i) : fmt::format("entry ({}, {})", i, j);
      if (std::isnan(got(i, j)))
        return entry + " is no number (NaN)";
      return got.n_elem > most_of_vector
                 ? fmt::format("{} is {}, expected {}", entry, show(got(i, j), 10),
                               show(expected(i, j), 10))
                 : "";
    }
  return {};
}

} // namespace epreuve::exercises
