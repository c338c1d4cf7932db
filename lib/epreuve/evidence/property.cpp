#include "epreuve/evidence/property.hpp"

#include "epreuve/error.hpp"

#include <rapidcheck.h>

#include <cmath>
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

void require_range(const std::string& name, bool ordered)
{
  if (!ordered)
    throw Error("a property draws \"{}\" from an empty range", name);
}

/// What one input gave: nothing went wrong if `failure` is empty.
struct Outcome
{
  std::string input;
  std::string failure;
  Difference seen;
};

using Trial = std::function<Outcome(Draw&)>;

/// Walks from a failing input to a smaller one that still fails, for as long as there is one.
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
      if (!outcome.failure.empty()) {
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
    }
    outcome.input = draw.text();
    return outcome;
  });
  constexpr int size = 100;
  rc::Random random(seed);
  PropertyResult result;
  while (result.draws < draws) {
    const auto attempt = inputs(random.split(), size);
    const Outcome outcome = attempt.value();
    ++result.draws;
    if (!outcome.failure.empty()) {
      const Outcome smallest = shrink(attempt);
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

void Draw::note(const std::string& name, const std::string& value)
{
  text_ += fmt::format("{}{} = {}", text_.empty() ? "" : ", ", name, value);
}

long Draw::integer(const std::string& name, long low, long high)
{
  require_range(name, low <= high);
  const long value = *integers(low, high);
  note(name, fmt::format("{}", value));
  return value;
}

double Draw::real(const std::string& name, double low, double high)
{
  require_range(name, low <= high);
  const double value = *reals(low, high);
  note(name, fmt::format("{}", value));
  return value;
}

arma::vec Draw::vector(const std::string& name, arma::uword n, double low, double high)
{
  require_range(name, low <= high);
  const arma::vec value = draw_entries(reals(low, high), n);
  note(name, show(value.t()));
  return value;
}

arma::mat Draw::matrix(const std::string& name, arma::uword n_rows, arma::uword n_cols, double low,
                       double high)
{
  require_range(name, low <= high);
  const arma::mat value =
      arma::reshape(draw_entries(reals(low, high), n_rows * n_cols), n_rows, n_cols);
  note(name, show(value));
  return value;
}

arma::mat Draw::integer_matrix(const std::string& name, arma::uword n_rows, arma::uword n_cols,
                               long low, long high)
{
  require_range(name, low <= high);
  const arma::mat value =
      arma::reshape(draw_entries(integers(low, high), n_rows * n_cols), n_rows, n_cols);
  note(name, show(value));
  return value;
}

PropertyResult check_property(const Predicate& property, std::uint64_t draws, std::uint64_t seed)
{
  return run([&](Draw& draw) { return Outcome{{}, property(draw) ? "" : "false", {}}; }, draws,
             seed);
}

PropertyResult check_property(const Comparison& property, const Tolerance& tolerance,
                              std::uint64_t draws, std::uint64_t seed)
{
  return run(
      [&](Draw& draw) {
        const Difference d = property(draw);
        return Outcome{
            {}, tolerance.admits(d) ? "" : fmt::format("{} against {}", d.left, d.right), d};
      },
      draws, seed);
}

} // namespace epreuve::evidence
