#include "epreuve/exercises/in_common.hpp"

#include "epreuve/exercises/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <set>

namespace epreuve::exercises {

namespace {

/// All numbers of all results.
struct Numbers
{
  arma::vec got, expected;

  bool are_finite() const { return got.is_finite() && expected.is_finite(); }
  /// How many different ones are expected, 0 not counted.
  std::size_t different() const
  {
    const std::set<double> found(expected.begin(), expected.end());
    return found.size() - found.count(0);
  }
};

constexpr std::size_t enough = 3;

bool is_small(const arma::vec& difference, const arma::vec& expected, double relative)
{
  return arma::all(arma::abs(difference) <= relative * arma::abs(expected) + 1e-300);
}

std::string infinite(const Numbers& numbers)
{
  if (!numbers.expected.is_finite() || numbers.got.is_finite())
    return "";
  return "a result is not finite where the right one is: exp(710) is infinity in double; ∞ - ∞, ∞ "
         "/ ∞ and 0 / 0 are "
         "not a number, nor is the square root or the logarithm of a negative one";
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
      !is_small(numbers.got - c * numbers.expected, c * numbers.expected, 1e-9))
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
  if (!numbers.are_finite() || numbers.different() == 0 ||
      !is_small(numbers.got - numbers.expected, numbers.expected, 1e-5))
    return "";
  return "the results agree to 5 digits or more, but not to 9: a float, a constant with few "
         "digits, or a difference of "
         "nearly equal numbers is in it";
}

/// Whether, in every result, a change of the right matrix gives the wrong one.
bool is_changed(const std::vector<Compared>& wrong,
                const std::function<bool(const arma::mat& got, const arma::mat& expected)>& how)
{
  return std::ranges::all_of(wrong, [&](const Compared& pair) {
    const auto *got = std::get_if<Held<arma::mat>>(&pair.got.held),
               *expected = std::get_if<Held<arma::mat>>(&pair.expected.held);
    return got && expected && how(**got, **expected);
  });
}

bool same(const arma::mat& a, const arma::mat& b)
{
  return a.n_rows == b.n_rows && a.n_cols == b.n_cols &&
         arma::approx_equal(a, b, "both", 1e-12, 1e-9);
}

bool is_transposed(const arma::mat& got, const arma::mat& expected)
{
  return !got.is_vec() && same(got, expected.t());
}

/// Whether the right rows are one row further down or up; of those that fall out nothing is asked.
bool has_shifted_rows(const arma::mat& got, const arma::mat& expected)
{
  if (got.n_rows != expected.n_rows || got.n_rows < 3)
    return false;
  const arma::uword last = got.n_rows - 1;
  return same(got.tail_rows(last), expected.head_rows(last)) ||
         same(got.head_rows(last), expected.tail_rows(last));
}

bool has_shifted_columns(const arma::mat& got, const arma::mat& expected)
{
  return has_shifted_rows(got.t(), expected.t());
}

} // namespace

std::string in_common(const std::vector<Compared>& wrong)
{
  if (wrong.empty())
    return "";
  if (is_changed(wrong, is_transposed))
    return "the result is the transpose of the right one";
  if (is_changed(wrong, has_shifted_rows))
    return "the right entries are one row off";
  if (is_changed(wrong, has_shifted_columns))
    return "the right entries are one column off";
  Numbers all;
  for (const auto& [got, expected] : wrong) {
    const arma::vec numbers = numbers_of(got), right = numbers_of(expected);
    if (numbers.n_elem != right.n_elem)
      return "";
    all = {arma::join_cols(all.got, numbers), arma::join_cols(all.expected, right)};
  }
  if (all.got.is_empty())
    return "";
  for (const auto& seen : {infinite, zero, factor, difference, few_digits})
    if (std::string words = seen(all); !words.empty())
      return words;
  return "";
}

} // namespace epreuve::exercises
