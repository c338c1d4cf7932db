#include "epreuve/exercises/in_common.hpp"

#include "epreuve/exercises/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <set>
#include <variant>

namespace epreuve::exercises {

namespace {

/// All numbers of all results.
struct Numbers
{
  arma::vec got, expected;
  arma::vec largest; ///< for each, the largest magnitude in its result

  bool are_finite() const { return got.is_finite() && expected.is_finite(); }
  /// How many different ones are expected, 0 not counted.
  std::size_t different() const
  {
    const std::set<double> found(expected.begin(), expected.end());
    return found.size() - found.count(0);
  }
  /// Whether c times the expected ones are these, but for a small part of each, or a smaller one of its result's largest.
  bool are_nearly(double c, double relative, double of_largest) const
  {
    return arma::all(arma::abs(got - c * expected) <=
                     std::abs(c) * (relative * arma::abs(expected) + of_largest * largest) +
                         1e-300);
  }
};

constexpr std::size_t enough = 3;

std::string infinite(const Numbers& numbers)
{
  if (!numbers.expected.is_finite() || numbers.got.is_finite())
    return "";
  const std::string where = "a result is not finite where the right one is: ";
  return where + (numbers.got.has_nan()
                      ? "it is not a number (NaN), which 0 / 0, ∞ - ∞, ∞ / ∞, 0 times ∞ and the "
                        "square root "
                        "or logarithm of a negative number make; exp(710) is infinite in double"
                      : "it is infinite, as exp(710), 1.0 / 0 and, with a minus sign, log(0) are "
                        "in double");
}

std::string zero(const Numbers& numbers)
{
  if (numbers.different() < enough || arma::any(numbers.got != 0))
    return "";
  return "every number of every result is 0; a quotient of whole numbers, as 1 / n, is 0: write "
         "1.0 / n";
}

std::string factor(const Numbers& numbers)
{
  if (!numbers.are_finite() || numbers.different() < enough)
    return "";
  const double c =
      arma::dot(numbers.got, numbers.expected) / arma::dot(numbers.expected, numbers.expected);
  if (!std::isfinite(c) || std::abs(c - 1) < 1e-6 || std::abs(c) < 1e-12 ||
      !numbers.are_nearly(c, 1e-9, 1e-12))
    return "";
  const auto is = [&](double value) { return std::abs(c / value - 1) < 1e-9; };
  if (is(-1))
    return "every result has the opposite sign";
  if (is(std::numbers::log10e))
    return "every result is 0.434294 = 1 / ln 10 times the expected one: log10 where log, the "
           "natural logarithm, is "
           "meant";
  if (is(std::numbers::log2e))
    return "every result is 1.442695 = 1 / ln 2 times the expected one: log2 where log, the "
           "natural logarithm, is "
           "meant";
  return fmt::format("every result is {:.6g} times the expected one", c);
}

std::string difference(const Numbers& numbers)
{
  if (!numbers.are_finite() || numbers.different() < enough)
    return "";
  const arma::vec between = numbers.got - numbers.expected;
  const double d = between(0);
  if (std::abs(d) < 1e-6 || arma::max(arma::abs(between - d)) > 1e-9 * std::abs(d))
    return "";
  return fmt::format("every number is {:.6g} {} than the expected one", std::abs(d),
                     d > 0 ? "larger" : "smaller");
}

std::string few_digits(const Numbers& numbers)
{
  if (!numbers.are_finite() || numbers.different() == 0 || !numbers.are_nearly(1, 1e-5, 1e-7))
    return "";
  return agreement_to_few_digits;
}

std::optional<arma::mat> matrix_in(const Value& value)
{
  if (const auto* numbers = std::get_if<Held<arma::mat>>(&value.held))
    return **numbers;
  if (const auto* integers = std::get_if<Held<arma::imat>>(&value.held))
    return arma::conv_to<arma::mat>::from(**integers);
  if (const auto* naturals = std::get_if<Held<arma::umat>>(&value.held))
    return arma::conv_to<arma::mat>::from(**naturals);
  return {};
}

/// A wrong matrix and the right one.
struct Matrices
{
  arma::mat got, expected;

  Matrices transposed() const { return {got.t(), expected.t()}; }
};

bool same(const arma::mat& a, const arma::mat& b)
{
  return a.n_rows == b.n_rows && a.n_cols == b.n_cols &&
         arma::approx_equal(a, b, "both", 1e-12, 1e-9);
}

/// Whether all rows are one further down than the right ones; of the row that falls out nothing is asked.
bool are_below(const arma::mat& got, const arma::mat& expected)
{
  return got.n_rows == expected.n_rows && got.n_cols == expected.n_cols && got.n_rows > 0 &&
         same(got.tail_rows(got.n_rows - 1), expected.head_rows(got.n_rows - 1));
}

bool has_one_more(const arma::mat& more, const arma::mat& less, bool last)
{
  return more.n_rows == less.n_rows + 1 &&
         same(last ? more.head_rows(less.n_rows) : more.tail_rows(less.n_rows), less);
}

/// Whether a matrix shows that its rows are shifted: it would not look the same if they were.
bool shows_a_shift(const arma::mat& expected)
{
  const arma::uword n = expected.n_rows;
  return n >= 3 && !same(expected.tail_rows(n - 1), expected.head_rows(n - 1));
}

/// What has happened to the rows of all these matrices.
/// @param row  "row", or what else the rows are for the reader
std::string change_of_rows(const std::vector<Matrices>& wrong, const std::string& row)
{
  const auto all = [&](const auto& holds) { return std::ranges::all_of(wrong, holds); };
  if (std::ranges::any_of(wrong, [](const Matrices& m) { return shows_a_shift(m.expected); })) {
    if (all([](const Matrices& m) { return are_below(m.got, m.expected); }))
      return fmt::format("the right entries are one {} off, too far on: an index is too large by 1",
                         row);
    if (all([](const Matrices& m) { return are_below(m.expected, m.got); }))
      return fmt::format("the right entries are one {} off, too early: an index is too small by 1",
                         row);
  }
  for (const bool last : {true, false}) {
    const char* const which = last ? "last" : "first";
    if (all([&](const Matrices& m) { return has_one_more(m.got, m.expected, last); }))
      return fmt::format("there is one {} too many, the {} one; the others are right", row, which);
    if (all([&](const Matrices& m) { return has_one_more(m.expected, m.got, last); }) &&
        std::ranges::any_of(wrong, [](const Matrices& m) { return m.got.n_elem > 1; }))
      return fmt::format("the {} {} is missing; the others are right", which, row);
  }
  return "";
}

/// What has happened to the places of entries, if all results are matrices.
std::string change_of_places(const std::vector<Compared>& wrong)
{
  std::vector<Matrices> matrices, transposed;
  for (const Compared& pair : wrong) {
    const std::optional<arma::mat> got = matrix_in(pair.got), expected = matrix_in(pair.expected);
    if (!got || !expected)
      return "";
    matrices.push_back({*got, *expected});
    transposed.push_back(matrices.back().transposed());
  }
  if (std::ranges::all_of(matrices, [](const Matrices& m) { return same(m.got, m.expected.t()); }))
    return "the result is the transpose of the right one";
  const bool is_column = wrong.front().expected.type->kind == Type::Kind::column;
  if (const std::string words = change_of_rows(matrices, is_column ? "entry" : "row");
      !words.empty())
    return words;
  return is_column ? "" : change_of_rows(transposed, "column");
}

} // namespace

std::string in_common(const std::vector<Compared>& wrong)
{
  if (wrong.empty())
    return "";
  if (const std::string words = change_of_places(wrong); !words.empty())
    return words;
  Numbers all;
  for (const auto& [got, expected] : wrong) {
    const arma::vec numbers = numbers_of(got), right = numbers_of(expected);
    if (numbers.n_elem != right.n_elem)
      return "";
    const arma::vec finite = right.elem(arma::find_finite(right));
    arma::vec largest(right.n_elem);
    largest.fill(finite.is_empty() ? 0 : arma::abs(finite).max());
    all = {arma::join_cols(all.got, numbers), arma::join_cols(all.expected, right),
           arma::join_cols(all.largest, largest)};
  }
  if (all.got.is_empty())
    return "";
  for (const auto& seen : {infinite, zero, factor, difference, few_digits})
    if (std::string words = seen(all); !words.empty())
      return words;
  return "";
}

} // namespace epreuve::exercises
