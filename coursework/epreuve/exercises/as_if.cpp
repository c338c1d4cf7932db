#include "epreuve/exercises/as_if.hpp"

#include "epreuve/exercises/values.hpp"
#include "epreuve/translation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <type_traits>
#include <utility>
#include <variant>

namespace epreuve::exercises {

namespace {

// --- what may be put in the place of a part -----------------------------------------------------------------------

/// Which parts a change is for.
enum PartKind : unsigned
{
  real_part = 1,
  whole_part = 2,
  truth_part = 4,
  vector_part = 8,
  matrix_part = 16,
  list_part = 32,
};

unsigned kind_of(const Type& type)
{
  switch (type.kind) {
  case Type::Kind::number:
    return real_part;
  case Type::Kind::integer:
  case Type::Kind::natural:
    return whole_part;
  case Type::Kind::truth:
    return truth_part;
  case Type::Kind::column:
  case Type::Kind::row:
    return vector_part;
  case Type::Kind::matrix:
    return matrix_part;
  case Type::Kind::list:
    return list_part;
  default:
    return 0;
  }
}

/// A change of one part; in its words, {0} is the part's name. A value that cannot be changed so has no replacement.
struct Replacement
{
  unsigned of;
  const char* words;
  std::function<std::optional<arma::mat>(const arma::mat&)>
      numbers; ///< a number is 1 x 1, a vector a column
};

arma::mat without(arma::mat m, bool last)
{
  if (m.n_cols > 0)
    m.shed_col(last ? m.n_cols - 1 : 0);
  return m;
}

arma::mat with_0_in(arma::mat m, bool last)
{
  if (!m.is_empty())
    m.row(last ? m.n_rows - 1 : 0).zeros();
  return m;
}

std::optional<arma::mat> if_square(const arma::mat& m, const arma::mat& changed)
{
  return m.is_square() ? std::optional(changed) : std::nullopt;
}

const std::vector<Replacement>& replacements()
{
  using M = const arma::mat&;
  static const std::vector<Replacement> table{
      {real_part | whole_part | vector_part | matrix_part, to_say("-{0} in place of {0}"),
       [](M m) { return arma::mat(-m); }},
      {truth_part, to_say("the opposite of {0}"), [](M m) { return arma::mat(1 - m); }},
      {truth_part, to_say("false in place of {0}"), [](M m) { return arma::mat(0 * m); }},
      {truth_part, to_say("true in place of {0}"), [](M m) { return arma::mat(0 * m + 1); }},
      {matrix_part, to_say("the transpose of {0} in place of {0}"),
       [](M m) { return if_square(m, m.t()); }},
      {whole_part, to_say("1 - {0} in place of {0}"), [](M m) { return arma::mat(1 - m); }},
      {whole_part, to_say("{0} + 1 in place of {0}"), [](M m) { return arma::mat(m + 1); }},
      {whole_part, to_say("{0} - 1 in place of {0}"), [](M m) { return arma::mat(m - 1); }},
      {real_part | vector_part | matrix_part, to_say("0 in place of {0}"),
       [](M m) { return arma::mat(0 * m); }},
      {real_part | whole_part, to_say("1 in place of {0}"),
       [](M m) { return arma::mat(0 * m + 1); }},
      {vector_part | matrix_part, to_say("ones in place of all entries of {0}"),
       [](M m) { return arma::mat(0 * m + 1); }},
      {matrix_part, to_say("the identity in place of {0}"),
       [](M m) { return if_square(m, arma::eye(m.n_rows, m.n_rows)); }},
      {vector_part, to_say("{0} in reverse order"), [](M m) { return arma::mat(arma::flipud(m)); }},
      {matrix_part, to_say("the columns of {0} in reverse order"),
       [](M m) { return arma::mat(arma::fliplr(m)); }},
      {matrix_part, to_say("the rows of {0} in reverse order"),
       [](M m) { return arma::mat(arma::flipud(m)); }},
      {vector_part, to_say("{0} without its first entry"),
       [](M m) { return arma::mat(without(m.t(), false).t()); }},
      {vector_part, to_say("{0} without its last entry"),
       [](M m) { return arma::mat(without(m.t(), true).t()); }},
      {matrix_part, to_say("{0} without its first column"), [](M m) { return without(m, false); }},
      {matrix_part, to_say("{0} without its last column"), [](M m) { return without(m, true); }},
      {vector_part, to_say("0 in place of the first entry of {0}"),
       [](M m) { return with_0_in(m, false); }},
      {vector_part, to_say("0 in place of the last entry of {0}"),
       [](M m) { return with_0_in(m, true); }},
      {real_part | vector_part | matrix_part, to_say("2 {0} in place of {0}"),
       [](M m) { return arma::mat(2 * m); }},
      {real_part | vector_part | matrix_part, to_say("{0} / 2 in place of {0}"),
       [](M m) { return arma::mat(m / 2); }},
      {real_part, to_say("1 / {0} in place of {0}"), [](M m) { return arma::mat(1 / m); }},
      {real_part, to_say("{0}^2 in place of {0}"), [](M m) { return arma::mat(m % m); }},
      {real_part, to_say("sqrt({0}) in place of {0}"),
       [](M m) { return arma::mat(arma::sqrt(m)); }},
      {vector_part | matrix_part, to_say("the squares of all entries of {0}"),
       [](M m) { return arma::mat(m % m); }},
      {vector_part | matrix_part, to_say("the magnitudes of all entries of {0}"),
       [](M m) { return arma::mat(arma::abs(m)); }}};
  return table;
}

/// The lists that may be put in the place of a list.
const std::vector<std::pair<const char*, std::function<void(Values&)>>>& replacements_of_lists()
{
  static const std::vector<std::pair<const char*, std::function<void(Values&)>>> table{
      {to_say("{0} in reverse order"), [](Values& values) { std::ranges::reverse(values); }},
      {to_say("{0} without its first"), [](Values& values) { values.erase(values.begin()); }},
      {to_say("{0} without its last"), [](Values& values) { values.pop_back(); }}};
  return table;
}

// --- values as matrices of numbers, and back ----------------------------------------------------------------------

constexpr double exact = 9007199254740992; // 2^53: above it, doubles miss whole numbers

template <typename Element>
std::optional<arma::Mat<Element>> converted(const arma::mat& numbers)
{
  if constexpr (std::is_same_v<Element, double>) {
    return numbers;
  } else {
    const double least = std::is_unsigned_v<Element> ? 0 : -exact;
    if (arma::any(
            arma::vectorise(numbers < least || numbers > exact || numbers != arma::round(numbers))))
      return {};
    return arma::conv_to<arma::Mat<Element>>::from(numbers);
  }
}

/// A value with these numbers, if its type has them.
std::optional<Value> with_numbers(const Value& value, const arma::mat& numbers)
{
  if (!numbers.is_finite())
    return {};
  Value changed = value;
  const bool is_possible = std::visit(
      [&]<typename T>(T& held) {
        if constexpr (std::is_arithmetic_v<T>) {
          const auto number =
              converted<std::conditional_t<std::is_same_v<T, bool>, double, T>>(numbers);
          if (number)
            held = static_cast<T>(number->front());
          return number.has_value();
        } else if constexpr (requires { held->n_elem; }) {
          using Element = typename std::decay_t<decltype(*held)>::elem_type;
          auto matrix = converted<Element>(
              value.type->kind == Type::Kind::row ? arma::mat(numbers.t()) : numbers);
          if (matrix)
            held = std::make_shared<const arma::Mat<Element>>(std::move(*matrix));
          return matrix.has_value();
        } else {
          return false;
        }
      },
      changed.held);
  return is_possible ? std::optional(changed) : std::nullopt;
}

arma::mat numbers_in(const Value& value)
{
  const arma::vec numbers = numbers_of(value);
  return std::visit(
      [&]<typename T>(const T& held) -> arma::mat {
        if constexpr (requires { held->n_rows; })
          if (value.type->kind == Type::Kind::matrix)
            return arma::reshape(numbers, held->n_rows, held->n_cols);
        return numbers;
      },
      value.held);
}

// --- changes of all arguments -------------------------------------------------------------------------------------

struct Change
{
  std::string words;
  std::function<std::optional<Value>(const Value& arguments)> changed;
};

void add_replacements(std::vector<Change>& changes, const ArgumentPart& part)
{
  const unsigned kind = kind_of(*part.type);
  for (const Replacement& each : replacements())
    if ((each.of & kind) != 0)
      changes.push_back({said(fmt::runtime(each.words), part.name),
                         [&each, part](const Value& arguments) -> std::optional<Value> {
                           const Value& old = part.in(arguments);
                           const auto numbers = each.numbers(numbers_in(old));
                           const auto value = numbers ? with_numbers(old, *numbers) : std::nullopt;
                           return value ? std::optional(part.replaced(arguments, *value))
                                        : std::nullopt;
                         }});
  if (kind != list_part)
    return;
  for (const auto& [words, change] : replacements_of_lists())
    changes.push_back({said(fmt::runtime(words), part.name),
                       [&change, part](const Value& arguments) -> std::optional<Value> {
                         Value value = part.in(arguments);
                         auto& values = std::get<Values>(value.held);
                         if (values.size() < 2)
                           return {};
                         change(values);
                         return part.replaced(arguments, value);
                       }});
}

/// Exchanges come first, then signs and so on, each of all parts in turn; last the same value for two parts.
std::vector<Change> changes_of(const std::vector<ArgumentPart>& parts)
{
  std::vector<Change> exchanged, replaced, doubled;
  for (const ArgumentPart& a : parts) {
    add_replacements(replaced, a);
    for (const ArgumentPart& b : parts) {
      if (a.type != b.type || a.contains(b) || b.contains(a))
        continue;
      doubled.push_back({said("{} in place of {}", b.name, a.name), [a, b](const Value& arguments) {
                           return a.replaced(arguments, b.in(arguments));
                         }});
      if (a.path < b.path)
        exchanged.push_back(
            {said("{} and {} exchanged", a.name, b.name), [a, b](const Value& arguments) {
               return b.replaced(a.replaced(arguments, b.in(arguments)), a.in(arguments));
             }});
    }
  }
  std::ranges::move(replaced, std::back_inserter(exchanged));
  std::ranges::move(doubled, std::back_inserter(exchanged));
  return exchanged;
}

bool is_finite(const Value& value)
{
  return numbers_of(value).is_finite();
}

} // namespace

std::string as_if_changed(const std::vector<Compared>& wrong, const std::vector<Compared>& right,
                          const std::vector<ArgumentPart>& parts, const IsRightFor& is_right_for)
{
  constexpr std::size_t enough = 3; // different results
  std::set<std::string> different;
  for (const Compared& each : wrong)
    if (is_finite(each.got))
      different.insert(bytes_of(each.got));
  if (different.size() < enough)
    return "";
  constexpr std::size_t most_said = 2;
  std::vector<std::string> found;
  for (const auto& [words, changed] : changes_of(parts)) {
    const auto explains = [&](const Compared& each) {
      const std::optional<Value> arguments = changed(each.arguments);
      return arguments && is_right_for(each, *arguments);
    };
    if (found.size() < most_said && std::ranges::all_of(wrong, explains) &&
        std::ranges::all_of(right, explains))
      found.push_back(words);
  }
  if (found.empty())
    return "";
  return found.size() == 1
             ? said("every result is what the solution returns for {}", found.front())
             : said("every result is what the solution returns for {}, and also for {}",
                    found.front(), found.back());
}

} // namespace epreuve::exercises
