#include "epreuve/evidence/property.hpp"

#include "epreuve/error.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>
#include <vector>

namespace epreuve::evidence {

namespace {

double uniform(rc::Random random)
{
  return std::ldexp(static_cast<double>(random.next() >> 11), -53);
}

/// Simpler numbers than x, simplest first; none is x itself, so that shrinking ends.
std::vector<double> simpler(double x, double low, double high)
{
  std::vector<double> candidates;
  const double size = std::abs(x);
  for (const double c :
       {0.0, 1.0, -1.0, std::trunc(x), std::trunc(x * 10) / 10, std::trunc(x * 1000) / 1000}) {
    const bool smaller = std::abs(c) < size || (std::abs(c) == size && c > x);
    if (smaller && c >= low && c <= high)
      candidates.push_back(c);
  }
  if (size >= 2 && std::trunc(x) == x && std::trunc(x / 2) >= low && std::trunc(x / 2) <= high)
    candidates.push_back(std::trunc(x / 2));
  return candidates;
}

rc::Gen<double> reals(double low, double high)
{
  return [=](const rc::Random& random, int) {
    const double value = low + (high - low) * uniform(random);
    return rc::shrinkable::shrinkRecur(std::min(std::max(value, low), high), [=](double x) {
      return rc::seq::fromContainer(simpler(x, low, high));
    });
  };
}

rc::Gen<long> integers(long low, long high)
{
  return [=](const rc::Random& random, int) {
    rc::Random copy = random;
    const auto span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
    const std::uint64_t offset = span == 0 ? copy.next() : copy.next() % span;
    const long target = low <= 0 && high >= 0 ? 0 : low;
    return rc::shrinkable::shrinkRecur(static_cast<long>(static_cast<std::uint64_t>(low) + offset),
                                       [=](long x) { return rc::shrink::towards(x, target); });
  };
}

template <typename T>
arma::vec draw_entries(const rc::Gen<T>& entry, arma::uword n)
{
  const auto entries = *rc::gen::container<std::vector<T>>(n, entry);
  return arma::conv_to<arma::vec>::from(entries);
}

std::string show(const arma::mat& matrix)
{
  std::string text = "(";
  for (arma::uword i = 0; i < matrix.n_rows; ++i) {
    for (arma::uword j = 0; j < matrix.n_cols; ++j)
      text += fmt::format("{}{}", i + j == 0 ? "" : j == 0 ? "; " : ", ", matrix(i, j));
  }
  return text + ")";
}

template <typename Number>
void require_range(const std::string& name, Number low, Number high)
{
  if (low > high || !std::isfinite(static_cast<double>(high) - static_cast<double>(low)))
    throw Error("a property draws \"{}\" from [{}, {}]: the range must be finite, the lower end "
                "first",
                name, low, high);
}

/// The outcome of one input: nothing went wrong if `failure` is empty.
struct Outcome
{
  std::string input;
  std::string failure;
  Difference seen;
  bool threw = false;
  std::size_t size = 0;
};

using Trial = std::function<Outcome(Draw&)>;

/// Walks from a failing input to a smaller one that still fails, for as long as there is one. It
/// fails in the same way: an input that is merely outside the property's domain and throws is no
/// smaller counterexample to it.
Outcome shrink(rc::Shrinkable<Outcome> failing)
{
  constexpr int most_tries = 20000;
  int tries = 0;
  Outcome smallest = failing.value();
  for (bool smaller = true; smaller && tries < most_tries;) {
    smaller = false;
    auto candidates = failing.shrinks();
    for (auto candidate = candidates.next(); candidate && tries < most_tries;
         candidate = candidates.next(), ++tries) {
      Outcome outcome = candidate->value();
      if (!outcome.failure.empty() && outcome.threw == smallest.threw) {
        smallest = std::move(outcome);
        failing = *candidate;
        smaller = true;
        break;
      }
    }
  }
  return smallest;
}

// RapidCheck's own loop (rc::check) reads its seed from the environment and reports to standard
// error; this one takes what it needs of it: generation and shrinking.
PropertyResult run(const Trial& trial, std::uint64_t draws, std::uint64_t seed)
{
  const auto inputs = rc::gen::exec([&trial] {
    Draw draw;
    Outcome outcome;
    try {
      outcome = trial(draw);
    } catch (const std::exception& e) {
      outcome.failure = fmt::format("throws: {}", e.what());
      outcome.threw = true;
    }
    outcome.input = draw.text();
    if (outcome.input.empty() && outcome.failure.empty()) {
      outcome.failure = "draws nothing, so it says nothing of all inputs";
      outcome.threw = true;
    }
    outcome.size = draw.numbers();
    return outcome;
  });
  constexpr int size = 100;
  constexpr std::uint64_t most_further_draws = 1000;
  rc::Random random(seed);
  PropertyResult result;
  while (result.draws < draws) {
    const auto attempt = inputs(random.split(), size);
    const Outcome outcome = attempt.value();
    ++result.draws;
    if (!outcome.failure.empty()) {
      Outcome smallest = shrink(attempt);
      // A shorter vector is drawn anew, so shrinking its length loses the entry that failed.
      // Further draws find what is small from the start.
      for (std::uint64_t more = 0; more < std::min(draws, most_further_draws); ++more) {
        const auto another = inputs(random.split(), size);
        const Outcome other = another.value();
        if (!other.failure.empty() && other.threw == smallest.threw && other.size < smallest.size)
          smallest = shrink(another);
      }
      result.threw = smallest.threw;
      result.counterexample = smallest.input;
      result.failure = smallest.failure;
      return result;
    }
    result.worst = worst(result.worst, outcome.seen);
  }
  result.passed = draws > 0;
  return result;
}

} // namespace

RealVariable over(double low, double high, std::string name)
{
  return {low, high, std::move(name)};
}

void Draw::note(const std::string& name, const std::string& value, std::size_t size)
{
  size_ += size;
  text_ += fmt::format("{}{} = {}", text_.empty() ? "" : ", ", name, value);
}

long Draw::integer(const std::string& name, long low, long high)
{
  require_range(name, low, high);
  const long value = *integers(low, high);
  note(name, fmt::format("{}", value), 1);
  return value;
}

arma::uword Draw::size(const std::string& name, arma::uword low, arma::uword high)
{
  return arma::uword(integer(name, long(low), long(high)));
}

arma::uword Draw::even_size(const std::string& name, arma::uword low, arma::uword high)
{
  const long half_low = long(low / 2 + low % 2), half_high = long(high / 2);
  require_range(name, half_low, half_high);
  const arma::uword value = 2 * arma::uword(*integers(half_low, half_high));
  note(name, fmt::format("{}", value), 1);
  return value;
}

std::size_t Draw::place(const std::string& name, std::size_t count)
{
  if (count == 0)
    throw Error("a property draws \"{}\" from an empty list", name);
  return std::size_t(*integers(0, long(count) - 1));
}

double Draw::real(const std::string& name, double low, double high)
{
  require_range(name, low, high);
  const double value = *reals(low, high);
  note(name, fmt::format("{}", value), 1);
  return value;
}

arma::vec Draw::vector(const std::string& name, arma::uword n, double low, double high)
{
  require_range(name, low, high);
  const arma::vec value = draw_entries(reals(low, high), n);
  note(name, show(value.t()), value.n_elem);
  return value;
}

arma::mat Draw::matrix(const std::string& name, arma::uword n_rows, arma::uword n_cols, double low,
                       double high)
{
  require_range(name, low, high);
  const arma::mat value =
      arma::reshape(draw_entries(reals(low, high), n_rows * n_cols), n_rows, n_cols);
  note(name, show(value), value.n_elem);
  return value;
}

arma::mat Draw::integer_matrix(const std::string& name, arma::uword n_rows, arma::uword n_cols,
                               long low, long high)
{
  require_range(name, low, high);
  const arma::mat value =
      arma::reshape(draw_entries(integers(low, high), n_rows * n_cols), n_rows, n_cols);
  note(name, show(value), value.n_elem);
  return value;
}

PropertyResult check_property(const Predicate& property, std::uint64_t draws, std::uint64_t seed)
{
  return run(
      [&](Draw& draw) {
        Outcome outcome;
        outcome.failure = property(draw) ? "" : "false";
        return outcome;
      },
      draws, seed);
}

PropertyResult check_property(const Comparison& property, const Tolerance& tolerance,
                              std::uint64_t draws, std::uint64_t seed)
{
  return run(
      [&](Draw& draw) {
        Outcome outcome;
        outcome.seen = property(draw);
        const Difference& d = outcome.seen;
        outcome.failure = tolerance.admits(d) ? "" : fmt::format("{} against {}", d.left, d.right);
        return outcome;
      },
      draws, seed);
}

} // namespace epreuve::evidence
