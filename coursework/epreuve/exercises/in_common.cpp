#include "epreuve/exercises/in_common.hpp"

#include "epreuve/exercises/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <iterator>
#include <numbers>
#include <optional>
#include <set>
#include <type_traits>
#include <utility>
#include <variant>

namespace epreuve::exercises {

namespace {

// --- results, as claims see them ----------------------------------------------------------------------------

/// Whether two values of one type differ in their numbers and texts at most.
bool have_one_shape(const Value& a, const Value& b)
{
  return std::visit(
      [&]<typename T>(const T& held) {
        const T& other = std::get<T>(b.held);
        if constexpr (std::is_same_v<T, Values>)
          return std::ranges::equal(held, other, have_one_shape);
        else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>)
          return true;
        else
          return held->n_rows == other->n_rows && held->n_cols == other->n_cols;
      },
      a.held);
}

/// The numbers of a result and of the right one.
struct Numbers
{
  arma::vec got, expected;
  double largest; ///< magnitude of those that are right and finite

  /// Whether they are finite and differ from c times the right ones by a small part of each, or a smaller one of the
  /// largest.
  bool are_nearly(double c, double relative, double of_largest) const
  {
    return got.is_finite() && expected.is_finite() &&
           arma::all(arma::abs(got - c * expected) <=
                     std::abs(c) * (relative * arma::abs(expected) + of_largest * largest) +
                         1e-300);
  }
  /// Whether this is true of a number where the right one is finite.
  template <typename Property>
  bool have_where_right_is_finite(Property property) const
  {
    for (arma::uword i = 0; i < got.n_elem; ++i)
      if (std::isfinite(expected(i)) && property(got(i)))
        return true;
    return false;
  }
};

/// A result and the right one, if they are matrices.
struct Matrices
{
  arma::mat got, expected;

  Matrices transposed() const { return {got.t(), expected.t()}; }
};

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

struct Seen
{
  std::optional<Numbers> numbers; ///< if both have one shape
  std::optional<Matrices> matrices;

  Seen(const Value& got, const Value& expected)
  {
    if (have_one_shape(got, expected)) {
      const arma::vec right = numbers_of(expected), finite = right.elem(arma::find_finite(right));
      numbers = {numbers_of(got), right, finite.is_empty() ? 0 : arma::abs(finite).max()};
    }
    const std::optional<arma::mat> a = matrix_in(got), b = matrix_in(expected);
    if (a && b)
      matrices = {*a, *b};
  }
};

// --- claims -------------------------------------------------------------------------------------------------

using Property = std::function<bool(const Seen&)>;

template <typename Holds>
Property of_numbers(Holds holds)
{
  return [holds](const Seen& seen) { return seen.numbers && holds(*seen.numbers); };
}

template <typename Holds>
Property of_matrices(Holds holds, bool transposed = false)
{
  return [holds, transposed](const Seen& seen) {
    return seen.matrices && holds(transposed ? seen.matrices->transposed() : *seen.matrices);
  };
}

enum class Of
{
  all_results,
  wrong_results, ///< of a right one it says nothing
  first_result   ///< the one that is shown: a fact about it, whatever the others are
};

/// What is said if it holds of all results that it is about, and enough wrong ones show it, which a right one would not.
struct Claim
{
  std::string words;
  Of of;
  Property holds;
  Property shows = holds;

  bool is_true(const std::vector<Seen>& wrong, const std::vector<Seen>& right) const
  {
    constexpr std::ptrdiff_t enough = 2;
    if (of == Of::first_result)
      return holds(wrong.front());
    return std::ranges::all_of(wrong, holds) && std::ranges::count_if(wrong, shows) >= enough &&
           (of == Of::wrong_results || std::ranges::all_of(right, holds));
  }
};

bool same(const arma::mat& a, const arma::mat& b)
{
  return a.n_rows == b.n_rows && a.n_cols == b.n_cols && a.is_finite() && b.is_finite() &&
         arma::approx_equal(a, b, "both", 1e-12, 1e-9);
}

/// Whether all rows are one further down than the right ones; of the row that falls out nothing is asked.
bool are_below(const arma::mat& got, const arma::mat& expected)
{
  return got.n_rows == expected.n_rows && got.n_cols == expected.n_cols && got.n_rows > 0 &&
         got.is_finite() && expected.is_finite() &&
         same(got.tail_rows(got.n_rows - 1), expected.head_rows(got.n_rows - 1));
}

/// Whether a matrix would look different if its rows were shifted.
bool shows_a_shift(const Matrices& m)
{
  const arma::uword n = m.expected.n_rows;
  return n >= 3 && !same(m.expected.tail_rows(n - 1), m.expected.head_rows(n - 1));
}

bool has_one_more(const arma::mat& more, const arma::mat& less, bool last)
{
  return more.n_rows == less.n_rows + 1 &&
         same(last ? more.head_rows(less.n_rows) : more.tail_rows(less.n_rows), less);
}

/// @param row         "row", or what else the rows are for the reader
/// @param transposed  whether it is about columns
std::vector<Claim> claims_about_rows(const std::string& row, bool transposed)
{
  const auto of = [&](auto holds) { return of_matrices(holds, transposed); };
  const Property shifted = of(shows_a_shift);
  const auto several = [&](auto holds) {
    return of([=](const Matrices& m) {
      return holds(m) && std::min(m.got.n_elem, m.expected.n_elem) > 1;
    });
  };
  std::vector<Claim> claims{
      {fmt::format("the right entries are one {0} off, too far on: the right {0} i is {0} i + 1",
                   row),
       Of::all_results, of([](const Matrices& m) { return are_below(m.got, m.expected); }),
       shifted},
      {fmt::format("the right entries are one {0} off, too early: the right {0} i + 1 is {0} i",
                   row),
       Of::all_results, of([](const Matrices& m) { return are_below(m.expected, m.got); }),
       shifted}};
  for (const bool last : {true, false}) {
    const char* const which = last ? "last" : "first";
    const auto more = [=](const Matrices& m) { return has_one_more(m.got, m.expected, last); };
    const auto less = [=](const Matrices& m) { return has_one_more(m.expected, m.got, last); };
    claims.push_back(
        {fmt::format("there is one {} too many, the {} one; the others are right", row, which),
         Of::all_results, of(more), several(more)});
    claims.push_back({fmt::format("the {} {} is missing; the others are right", which, row),
                      Of::all_results, of(less), several(less)});
  }
  return claims;
}

std::string words_about_factor(double c)
{
  const auto is = [&](double value) { return std::abs(c / value - 1) < 1e-9; };
  if (is(-1))
    return "every result has the opposite sign";
  if (is(std::numbers::log10e))
    return as_by_log10;
  if (is(std::numbers::log2e))
    return as_by_log2;
  return fmt::format("every result is {:.6g} times the expected one", c);
}

/// Of all numbers together: the right ones times a factor, or plus an amount. A few would always agree with some factor.
std::vector<Claim> claims_about_numbers(const std::vector<Seen>& wrong)
{
  constexpr std::size_t enough_numbers = 3;
  arma::vec got, expected;
  for (const Seen& seen : wrong) {
    if (!seen.numbers)
      return {};
    got = arma::join_cols(got, seen.numbers->got);
    expected = arma::join_cols(expected, seen.numbers->expected);
  }
  std::set<double> different(expected.begin(), expected.end());
  different.erase(0);
  if (different.size() < enough_numbers || !got.is_finite() || !expected.is_finite())
    return {};
  const Property not_zero =
      of_numbers([](const Numbers& numbers) { return arma::any(numbers.expected != 0); });
  std::vector<Claim> claims{
      {all_zero, Of::all_results,
       of_numbers([](const Numbers& numbers) { return arma::all(numbers.got == 0); }), not_zero}};
  const double c = arma::dot(got, expected) / arma::dot(expected, expected),
               d = got(0) - expected(0);
  if (std::isfinite(c) && std::abs(c - 1) >= 1e-6 && std::abs(c) >= 1e-12)
    claims.push_back(
        {words_about_factor(c), Of::all_results,
         of_numbers([=](const Numbers& numbers) { return numbers.are_nearly(c, 1e-9, 1e-12); }),
         not_zero});
  if (std::abs(d) >= 1e-6)
    claims.push_back({fmt::format("every number is {:.6g} {} than the expected one", std::abs(d),
                                  d > 0 ? "larger" : "smaller"),
                      Of::all_results, of_numbers([=](const Numbers& numbers) {
                        return arma::all(arma::abs(numbers.got - numbers.expected - d) <=
                                         1e-9 * std::abs(d));
                      }),
                      of_numbers([](const Numbers& numbers) { return !numbers.got.is_empty(); })});
  return claims;
}

std::vector<Claim> claims_about_what_is_not_finite()
{
  const std::string where = "a result is not finite where the right one is: ";
  const auto have = [](auto property) {
    return of_numbers(
        [=](const Numbers& numbers) { return numbers.have_where_right_is_finite(property); });
  };
  return {{where + "it is not a number (NaN), which 0 / 0, ∞ - ∞, ∞ / ∞, 0 times ∞ and the square "
                   "root or logarithm of a negative number make; exp(710) is infinite in double",
           Of::first_result, have([](double x) { return std::isnan(x); })},
          {where + "it is infinite, as exp(710), 1.0 / 0 and, with a minus sign, log(0) are in "
                   "double",
           Of::first_result, have([](double x) { return std::isinf(x); })}};
}

/// The table: what may be said, in this order.
std::vector<Claim> claims_about(const std::vector<Seen>& wrong, bool are_columns)
{
  std::vector<Claim> all{
      {"the result is the transpose of the right one", Of::all_results,
       of_matrices([](const Matrices& m) { return same(m.got, m.expected.t()); })}};
  const auto add = [&](std::vector<Claim> claims) {
    std::ranges::move(claims, std::back_inserter(all));
  };
  add(claims_about_rows(are_columns ? "entry" : "row", false));
  if (!are_columns)
    add(claims_about_rows("column", true));
  add(claims_about_what_is_not_finite());
  add(claims_about_numbers(wrong));
  all.push_back(
      {agreement_to_few_digits, Of::wrong_results,
       of_numbers([](const Numbers& numbers) { return numbers.are_nearly(1, 1e-5, 1e-7); }),
       of_numbers([](const Numbers& numbers) { return !numbers.are_nearly(1, 1e-9, 1e-11); })});
  return all;
}

} // namespace

std::string in_common(const std::vector<Compared>& wrong, const std::vector<Value>& right)
{
  if (wrong.empty())
    return "";
  std::vector<Seen> seen, seen_right;
  for (const auto& [got, expected] : wrong)
    seen.emplace_back(got, expected);
  for (const Value& value : right)
    seen_right.emplace_back(value, value);
  for (const Claim& claim :
       claims_about(seen, wrong.front().expected.type->kind == Type::Kind::column))
    if (claim.is_true(seen, seen_right))
      return claim.words;
  return "";
}

} // namespace epreuve::exercises
