#include "epreuve/exercises/in_common.hpp"

#include "epreuve/exercises/values.hpp"
#include "epreuve/translation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <iterator>
#include <numbers>
#include <numeric>
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
  Compared values;
  std::optional<Numbers> numbers; ///< if both have one shape
  std::optional<Matrices> matrices;

  explicit Seen(const Compared& compared) : values(compared)
  {
    const auto& [got, expected, arguments] = compared;
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

/// What is said of a result's rows, columns or entries.
struct RowWords
{
  const char *too_far, *too_early, *last_too_many, *last_missing, *first_too_many, *first_missing;
};

constexpr RowWords words_of_rows{
    to_say("the right entries are one row off, too far on: the right row i is row i + 1"),
    to_say("the right entries are one row off, too early: the right row i + 1 is row i"),
    to_say("there is one row too many, the last one; the others are right"),
    to_say("the last row is missing; the others are right"),
    to_say("there is one row too many, the first one; the others are right"),
    to_say("the first row is missing; the others are right")};
constexpr RowWords words_of_columns{
    to_say("the right entries are one column off, too far on: the right column i is column i + 1"),
    to_say("the right entries are one column off, too early: the right column i + 1 is column i"),
    to_say("there is one column too many, the last one; the others are right"),
    to_say("the last column is missing; the others are right"),
    to_say("there is one column too many, the first one; the others are right"),
    to_say("the first column is missing; the others are right")};
constexpr RowWords words_of_entries{
    to_say("the right entries are one entry off, too far on: the right entry i is entry i + 1"),
    to_say("the right entries are one entry off, too early: the right entry i + 1 is entry i"),
    to_say("there is one entry too many, the last one; the others are right"),
    to_say("the last entry is missing; the others are right"),
    to_say("there is one entry too many, the first one; the others are right"),
    to_say("the first entry is missing; the others are right")};

/// @param words       of rows, or of what else the rows are for the reader
/// @param transposed  whether it is about columns
std::vector<Claim> claims_about_rows(const RowWords& words, bool transposed)
{
  const auto of = [&](auto holds) { return of_matrices(holds, transposed); };
  const Property shifted = of(shows_a_shift);
  const auto several = [&](auto holds) {
    return of([=](const Matrices& m) {
      return holds(m) && std::min(m.got.n_elem, m.expected.n_elem) > 1;
    });
  };
  std::vector<Claim> claims{
      {said(fmt::runtime(words.too_far)), Of::all_results,
       of([](const Matrices& m) { return are_below(m.got, m.expected); }), shifted},
      {said(fmt::runtime(words.too_early)), Of::all_results,
       of([](const Matrices& m) { return are_below(m.expected, m.got); }), shifted}};
  for (const bool last : {true, false}) {
    const auto more = [=](const Matrices& m) { return has_one_more(m.got, m.expected, last); };
    const auto less = [=](const Matrices& m) { return has_one_more(m.expected, m.got, last); };
    claims.push_back({said(fmt::runtime(last ? words.last_too_many : words.first_too_many)),
                      Of::all_results, of(more), several(more)});
    claims.push_back({said(fmt::runtime(last ? words.last_missing : words.first_missing)),
                      Of::all_results, of(less), several(less)});
  }
  return claims;
}

std::string words_about_factor(double c)
{
  const auto is = [&](double value) { return std::abs(c / value - 1) < 1e-9; };
  if (is(-1))
    return said("every result has the opposite sign");
  if (is(std::numbers::log10e))
    return said(as_by_log10);
  if (is(std::numbers::log2e))
    return said(as_by_log2);
  return said("every result is {:.6g} times the expected one", c);
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
      {said(all_zero), Of::all_results,
       of_numbers([](const Numbers& numbers) { return arma::all(numbers.got == 0); }), not_zero}};
  const double c = arma::dot(got, expected) / arma::dot(expected, expected),
               d = got(0) - expected(0);
  if (std::isfinite(c) && std::abs(c - 1) >= 1e-6 && std::abs(c) >= 1e-12)
    claims.push_back(
        {words_about_factor(c), Of::all_results,
         of_numbers([=](const Numbers& numbers) { return numbers.are_nearly(c, 1e-9, 1e-12); }),
         not_zero});
  if (std::abs(d) >= 1e-6)
    claims.push_back({d > 0 ? said("every number is {:.6g} larger than the expected one", d)
                            : said("every number is {:.6g} smaller than the expected one", -d),
                      Of::all_results, of_numbers([=](const Numbers& numbers) {
                        return arma::all(arma::abs(numbers.got - numbers.expected - d) <=
                                         1e-9 * std::abs(d));
                      }),
                      of_numbers([](const Numbers& numbers) { return !numbers.got.is_empty(); })});
  return claims;
}

std::vector<Claim> claims_about_what_is_not_finite()
{
  const auto have = [](auto property) {
    return of_numbers(
        [=](const Numbers& numbers) { return numbers.have_where_right_is_finite(property); });
  };
  return {
      {said("a result is not finite where the right one is: it is not a number (NaN), which 0 / 0, "
            "∞ - ∞, ∞ / ∞, 0 times ∞ and the square root or logarithm of a negative number "
            "make; exp(710) is infinite in double"),
       Of::first_result, have([](double x) { return std::isnan(x); })},
      {said("a result is not finite where the right one is: it is infinite, as exp(710), 1.0 / 0 "
            "and, with a minus sign, log(0) are in double"),
       Of::first_result, have([](double x) { return std::isinf(x); })}};
}

// --- functions of the right result --------------------------------------------------------------------------

/// Whether the results have three different finite numbers, none of them 0: a few would always agree with something.
bool shows_enough_numbers(const std::vector<Seen>& wrong)
{
  constexpr std::size_t enough = 3;
  std::set<double> right, got;
  for (const Seen& seen : wrong) {
    const arma::vec expected = numbers_of(seen.values.expected),
                    found = numbers_of(seen.values.got);
    right.insert(expected.begin(), expected.end());
    got.insert(found.begin(), found.end());
  }
  right.erase(0);
  got.erase(0);
  return std::min(right.size(), got.size()) >= enough;
}

/// Of other numbers in the place of the right ones.
bool are_nearly(const Numbers& numbers, const arma::vec& others)
{
  return numbers.got.n_elem == others.n_elem && others.is_finite() &&
         Numbers{numbers.got, others, others.is_empty() ? 0 : arma::abs(others).max()}.are_nearly(
             1, 1e-9, 1e-12);
}

std::vector<Claim> claims_about_functions()
{
  using V = const arma::vec&;
  const std::vector<std::pair<const char*, std::function<arma::vec(V)>>> functions{
      {to_say("every number of every result is the square of the expected one"),
       [](V y) { return arma::vec(arma::square(y)); }},
      {to_say("every number of every result is the square root of the expected one"),
       [](V y) { return arma::vec(arma::sqrt(y)); }},
      {to_say("every number of every result is e to the power of the expected one"),
       [](V y) { return arma::vec(arma::exp(y)); }},
      {to_say("every number of every result is the natural logarithm of the expected one"),
       [](V y) { return arma::vec(arma::log(y)); }},
      {to_say("every number of every result is the magnitude of the expected one"),
       [](V y) { return arma::vec(arma::abs(y)); }},
      {to_say("every number of every result is 1 divided by the expected one"),
       [](V y) { return arma::vec(1 / y); }},
      {to_say("every number of every result is 1 less the expected one"),
       [](V y) { return arma::vec(1 - y); }},
      {to_say("every number of every result is the expected one if that is positive, and else 0"),
       [](V y) { return arma::vec(arma::clamp(y, 0, arma::datum::inf)); }}};
  std::vector<Claim> claims;
  for (const auto& [words, function] : functions)
    claims.push_back({said(fmt::runtime(words)), Of::all_results,
                      of_numbers([function = function](const Numbers& numbers) {
                        return are_nearly(numbers, function(numbers.expected));
                      })});
  return claims;
}

// --- what arguments and sizes have to do with it --------------------------------------------------------------

/// A number that belongs to an input: an argument, or a size of one.
struct Quantity
{
  std::string name; ///< "n", "the number of rows of x"
  bool is_whole;
  std::function<double(const Value& arguments)> in;
};

std::vector<Quantity> quantities(const std::vector<ArgumentPart>& parts)
{
  using enum Type::Kind;
  std::vector<Quantity> all;
  for (const ArgumentPart& part : parts) {
    const auto size = [&](const char* words, auto of) {
      all.push_back(
          {said(fmt::runtime(words), part.name), true, [part, of](const Value& arguments) {
             return static_cast<double>(of(part.in(arguments)));
           }});
    };
    const auto shape = [](const Value& value) {
      return std::visit(
          []<typename T>(const T& held) -> std::pair<arma::uword, arma::uword> {
            if constexpr (requires { held->n_rows; })
              return {held->n_rows, held->n_cols};
            return {0, 0};
          },
          value.held);
    };
    switch (part.type->kind) {
    case number:
    case integer:
    case natural:
      all.push_back({part.name, part.type->kind != number,
                     [part](const Value& arguments) { return numbers_of(part.in(arguments))(0); }});
      break;
    case column:
    case row:
      size(to_say("the length of {}"),
           [=](const Value& value) { return shape(value).first * shape(value).second; });
      break;
    case matrix:
      size(to_say("the number of rows of {}"),
           [=](const Value& value) { return shape(value).first; });
      size(to_say("the number of columns of {}"),
           [=](const Value& value) { return shape(value).second; });
      break;
    case list:
      size(to_say("the length of {}"), [](const Value& value) { return value.parts().size(); });
      break;
    default:
      break;
    }
  }
  return all;
}

std::vector<Claim> claims_about_scales(const std::vector<ArgumentPart>& parts)
{
  using F = double (*)(double);
  const std::vector<std::pair<const char*, F>> scales{
      {to_say("every result is the expected one times s, where s is {}"),
       [](double s) { return s; }},
      {to_say("every result is the expected one divided by s, where s is {}"),
       [](double s) { return 1 / s; }},
      {to_say("every result is the expected one times the square root of s, where s is {}"),
       [](double s) { return std::sqrt(s); }},
      {to_say("every result is the expected one divided by the square root of s, where s is {}"),
       [](double s) { return 1 / std::sqrt(s); }},
      {to_say("every result is the expected one times s^2, where s is {}"),
       [](double s) { return s * s; }},
      {to_say("every result is the expected one divided by s^2, where s is {}"),
       [](double s) { return 1 / (s * s); }},
      {to_say("every result is the expected one times s / (s - 1), where s is {}"),
       [](double s) { return s / (s - 1); }},
      {to_say("every result is the expected one times (s - 1) / s, where s is {}"),
       [](double s) { return (s - 1) / s; }},
      {to_say("every result is the expected one times s / (s + 1), where s is {}"),
       [](double s) { return s / (s + 1); }},
      {to_say("every result is the expected one times (s + 1) / s, where s is {}"),
       [](double s) { return (s + 1) / s; }}};
  std::vector<Claim> claims;
  for (const Quantity& quantity : quantities(parts))
    for (const auto& [words, scale] : scales)
      claims.push_back({said(fmt::runtime(words), quantity.name), Of::all_results,
                        [quantity, scale = scale](const Seen& seen) {
                          return seen.numbers &&
                                 are_nearly(*seen.numbers,
                                            scale(quantity.in(seen.values.arguments)) *
                                                seen.numbers->expected);
                        }});
  return claims;
}

/// An argument of the result's shape that is added, subtracted or multiplied by.
std::vector<Claim> claims_about_terms(const std::vector<ArgumentPart>& parts)
{
  using V = const arma::vec&;
  const std::vector<std::pair<const char*, std::function<arma::vec(V, V)>>> terms{
      {to_say("every result is the expected one plus {}"),
       [](V y, V a) { return arma::vec(y + a); }},
      {to_say("every result is the expected one minus {}"),
       [](V y, V a) { return arma::vec(y - a); }},
      {to_say("every result is the expected one plus 2 {}"),
       [](V y, V a) { return arma::vec(y + 2 * a); }},
      {to_say("every result is the expected one minus 2 {}"),
       [](V y, V a) { return arma::vec(y - 2 * a); }},
      {to_say("every result is the expected one times {}, entry by entry"),
       [](V y, V a) { return arma::vec(y % a); }},
      {to_say("every result is the expected one divided by {}, entry by entry"),
       [](V y, V a) { return arma::vec(y / a); }}};
  std::vector<Claim> claims;
  for (const ArgumentPart& part : parts)
    for (const auto& [words, term] : terms)
      claims.push_back({said(fmt::runtime(words), part.name), Of::all_results,
                        [part, term = term](const Seen& seen) {
                          const Value& argument = part.in(seen.values.arguments);
                          return seen.numbers && seen.values.expected.type == argument.type &&
                                 have_one_shape(seen.values.expected, argument) &&
                                 are_nearly(*seen.numbers,
                                            term(seen.numbers->expected, numbers_of(argument)));
                        }});
  return claims;
}

/// Of results that are whole numbers: the difference is a product of whole arguments.
std::vector<Claim> claims_about_counts(const std::vector<Seen>& wrong,
                                       const std::vector<ArgumentPart>& parts)
{
  constexpr int largest_power = 2, most_factors = 4, largest_coefficient = 8;
  const Type::Kind kind = wrong.front().values.expected.type->kind;
  std::vector<Quantity> whole = quantities(parts);
  std::erase_if(whole, [](const Quantity& quantity) { return !quantity.is_whole; });
  if ((kind != Type::Kind::natural && kind != Type::Kind::integer) || whole.empty() ||
      whole.size() > 6)
    return {};
  const auto difference = [](const Seen& seen) {
    return seen.numbers->got(0) - seen.numbers->expected(0);
  };
  std::vector<Claim> claims;
  std::vector<int> powers(whole.size(), 0);
  const auto product = [whole](const std::vector<int>& exponents, const Value& arguments) {
    double all = 1;
    for (std::size_t i = 0; i < whole.size(); ++i)
      all *= std::pow(whole[i].in(arguments), exponents[i]);
    return all;
  };
  const auto next = [&] {
    for (int& power : powers)
      if (++power <= largest_power)
        return true;
      else
        power = 0;
    return false;
  };
  while (next()) {
    if (std::accumulate(powers.begin(), powers.end(), 0) > most_factors)
      continue;
    const double c = difference(wrong.front()) / product(powers, wrong.front().values.arguments);
    if (!(std::abs(c) >= 1) || std::abs(c) > largest_coefficient || c != std::round(c))
      continue;
    std::string words = std::abs(c) == 1 ? "" : fmt::format("{}", std::abs(c));
    for (std::size_t i = 0; i < whole.size(); ++i)
      if (powers[i] > 0)
        words += (words.empty() ? "" : " ") + whole[i].name + (powers[i] == 2 ? "^2" : "");
    claims.push_back({c > 0 ? said("every result is {} larger than the expected one", words)
                            : said("every result is {} smaller than the expected one", words),
                      Of::all_results, [=](const Seen& seen) {
                        return seen.numbers &&
                               difference(seen) == c * product(powers, seen.values.arguments);
                      }});
  }
  return claims;
}

// --- the right numbers, added up or at other places -----------------------------------------------------------

arma::mat with_columns_of_sum_1(const arma::mat& m)
{
  return m.each_row() / arma::rowvec(arma::sum(m, 0));
}

std::vector<Claim> claims_about_sums()
{
  using M = const arma::mat&;
  const auto by_rows = [](auto function) {
    return [=](M m) { return arma::mat(function(arma::mat(m.t())).t()); };
  };
  const auto cumulated = [](M m) { return arma::mat(arma::cumsum(m, 0)); };
  const auto summed = [](M m) { return arma::mat(arma::sum(m, 0)); };
  const auto turned = [](M m) { return arma::mat(arma::flipud(m)); };
  const std::vector<std::pair<const char*, std::function<arma::mat(M)>>> changes{
      {to_say("every result has the expected rows, or entries, in reverse order"), turned},
      {to_say("every result has the expected columns in reverse order"), by_rows(turned)},
      {to_say("every result is the expected one divided by the sum of its numbers"),
       [](M m) { return arma::mat(m / arma::accu(m)); }},
      {to_say("every result is the expected one with each column divided by its sum"),
       with_columns_of_sum_1},
      {to_say("every result is the expected one with each row divided by its sum"),
       by_rows(with_columns_of_sum_1)},
      {to_say("every result is the expected one added up along its columns: entry i is the sum of "
              "the first ones"),
       cumulated},
      {to_say("every result is the expected one added up along its rows: entry j is the sum of the "
              "first ones"),
       by_rows(cumulated)},
      {to_say("every result has the sums of the expected columns"), summed},
      {to_say("every result has the sums of the expected rows"), by_rows(summed)}};
  std::vector<Claim> claims;
  for (const auto& [words, change] : changes)
    claims.push_back({said(fmt::runtime(words)), Of::all_results,
                      of_matrices([change = change](const Matrices& m) {
                        return same(m.got, change(m.expected));
                      })});
  return claims;
}

/// Where the wrong numbers are.
std::vector<Claim> claims_about_places(const Type& type)
{
  std::vector<Claim> claims;
  const auto sorted = [](const arma::mat& m) { return arma::mat(arma::sort(arma::vectorise(m))); };
  claims.push_back({said("every result has the expected numbers, in another order"),
                    Of::all_results, of_matrices([=](const Matrices& m) {
                      return arma::size(m.got) == arma::size(m.expected) &&
                             same(sorted(m.got), sorted(m.expected));
                    }),
                    of_matrices([](const Matrices& m) { // zeros and ones show nothing
                      constexpr arma::uword enough = 3;
                      const arma::vec sizes = arma::abs(arma::vectorise(m.expected));
                      return arma::unique(sizes).eval().n_elem >= enough;
                    })});
  if (type.kind == Type::Kind::record)
    for (std::size_t i = 0; i < type.parts.size(); ++i)
      claims.push_back({said("of every wrong result only {} is wrong",
                             type.parts[i].name.empty() ? said("number {}", i + 1)
                                                        : std::string(type.parts[i].name)),
                        Of::wrong_results, [i](const Seen& seen) {
                          const Values &got = seen.values.got.parts(),
                                       &expected = seen.values.expected.parts();
                          for (std::size_t j = 0; j < expected.size(); ++j)
                            if (j != i && object(got[j], expected[j], Closeness()))
                              return false;
                          return true;
                        }});
  if (!type.holds_matrix())
    return claims;
  // An entry is 1 in `where` if it may be wrong; one that is right elsewhere shows something unless it is 0.
  using Where = std::function<arma::umat(arma::umat)>;
  const bool has_columns = type.kind == Type::Kind::matrix;
  std::vector<std::pair<const char*, Where>> places;
  if (type.kind != Type::Kind::row) {
    places.emplace_back(has_columns ? to_say("of every wrong result only the first row is wrong")
                                    : to_say("of every wrong result only the first entry is wrong"),
                        [](arma::umat m) {
                          m.row(0).ones();
                          return m;
                        });
    places.emplace_back(has_columns ? to_say("of every wrong result only the last row is wrong")
                                    : to_say("of every wrong result only the last entry is wrong"),
                        [](arma::umat m) {
                          m.row(m.n_rows - 1).ones();
                          return m;
                        });
  }
  if (type.kind != Type::Kind::column) {
    places.emplace_back(has_columns ? to_say("of every wrong result only the first column is wrong")
                                    : to_say("of every wrong result only the first entry is wrong"),
                        [](arma::umat m) {
                          m.col(0).ones();
                          return m;
                        });
    places.emplace_back(has_columns ? to_say("of every wrong result only the last column is wrong")
                                    : to_say("of every wrong result only the last entry is wrong"),
                        [](arma::umat m) {
                          m.col(m.n_cols - 1).ones();
                          return m;
                        });
  }
  if (has_columns) {
    places.emplace_back(to_say("of every wrong result only the diagonal is wrong"),
                        [](arma::umat m) {
                          m.diag().ones();
                          return m;
                        });
  }
  for (const auto& [words, where] : places) {
    const auto elsewhere = [where = where](const Matrices& m) {
      return arma::uvec(
          arma::find(where(arma::umat(arma::size(m.expected), arma::fill::zeros)) == 0));
    };
    claims.push_back({said(fmt::runtime(words)), Of::wrong_results,
                      of_matrices([elsewhere](const Matrices& m) {
                        if (arma::size(m.got) != arma::size(m.expected) || m.got.is_empty())
                          return false;
                        const arma::uvec right = elsewhere(m);
                        return same(m.got.elem(right), m.expected.elem(right));
                      }),
                      of_matrices([elsewhere](const Matrices& m) {
                        return arma::any(m.expected.elem(elsewhere(m)) != 0);
                      })});
  }
  return claims;
}

/// The table: what may be said, in this order.
std::vector<Claim> claims_about(const std::vector<Seen>& wrong,
                                const std::vector<ArgumentPart>& parts)
{
  const bool are_columns = wrong.front().values.expected.type->kind == Type::Kind::column;
  std::vector<Claim> all{
      {said("the result is the transpose of the right one"), Of::all_results,
       of_matrices([](const Matrices& m) { return same(m.got, m.expected.t()); })}};
  const auto add = [&](std::vector<Claim> claims) {
    std::ranges::move(claims, std::back_inserter(all));
  };
  add(claims_about_rows(are_columns ? words_of_entries : words_of_rows, false));
  if (!are_columns)
    add(claims_about_rows(words_of_columns, true));
  add(claims_about_what_is_not_finite());
  add(claims_about_numbers(wrong));
  all.push_back(
      {said(agreement_to_few_digits), Of::wrong_results,
       of_numbers([](const Numbers& numbers) { return numbers.are_nearly(1, 1e-5, 1e-7); }),
       of_numbers([](const Numbers& numbers) { return !numbers.are_nearly(1, 1e-9, 1e-11); })});
  if (shows_enough_numbers(wrong)) {
    add(claims_about_functions());
    add(claims_about_scales(parts));
    add(claims_about_terms(parts));
    add(claims_about_counts(wrong, parts));
    add(claims_about_sums());
  }
  return all;
}

/// The words of the first claim that is true.
std::string first_true(const std::vector<Claim>& claims, const std::vector<Seen>& wrong,
                       const std::vector<Compared>& right)
{
  std::vector<Seen> seen;
  for (const Compared& each : right)
    seen.emplace_back(Compared{each.expected, each.expected, each.arguments});
  const auto found =
      std::ranges::find_if(claims, [&](const Claim& claim) { return claim.is_true(wrong, seen); });
  return found == claims.end() ? "" : found->words;
}

} // namespace

std::string in_common(const std::vector<Compared>& wrong, const std::vector<Compared>& right,
                      const std::vector<ArgumentPart>& parts)
{
  if (wrong.empty())
    return "";
  const std::vector<Seen> seen(wrong.begin(), wrong.end());
  return first_true(claims_about(seen, parts), seen, right);
}

std::string where_wrong(const std::vector<Compared>& wrong, const std::vector<Compared>& right)
{
  if (wrong.empty())
    return "";
  const std::vector<Seen> seen(wrong.begin(), wrong.end());
  return first_true(claims_about_places(*wrong.front().expected.type), seen, right);
}

} // namespace epreuve::exercises
