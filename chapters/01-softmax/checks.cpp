#include "epreuve/exercises/course.hpp"
#include "epreuve/math/softmax.hpp"

#include <exercises.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <tuple>
#include <utility>

using namespace epreuve;
using namespace epreuve::exercises;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

bool are_within(double most, const arma::vec& x)
{
  return !x.is_empty() && arma::abs(x).max() <= most;
}

/// Up to 10^5 in magnitude, or -inf, but not all of them.
bool some_are_finite(const arma::vec& x)
{
  const arma::vec finite = x.elem(arma::find_finite(x));
  return are_within(1e5, finite) && arma::all(x < inf);
}

arma::uword draw_length(Draw& draw)
{
  return static_cast<arma::uword>(draw.integer("n", 1, 6));
}

/// Of size 10, 100 or 1000: some whose exponentials a double can hold, and some beyond.
arma::vec draw_logits(Draw& draw)
{
  const arma::uword n = draw_length(draw);
  const double size = std::pow(10.0, static_cast<double>(draw.integer("digits", 1, 3)));
  return draw.vector("x", n, -size, size);
}

/// A quarter of them -inf, but at least one finite.
arma::vec draw_logits_with_exclusions(Draw& draw)
{
  constexpr double excluded = 3;
  arma::vec x = draw_logits(draw);
  const auto kept =
      static_cast<arma::uword>(draw.integer("kept", 0, static_cast<long>(x.n_elem) - 1));
  const arma::vec dice = draw.integer_matrix("dice", x.n_elem, 1, 0, 3);
  for (arma::uword i = 0; i < x.n_elem; ++i)
    if (i != kept && dice(i) == excluded)
      x(i) = -inf;
  return x;
}

// --- constants of mistakes, read from their results ------------------------------------------

bool agree(const arma::vec& got, const arma::vec& expected)
{
  return !object(value_of(got), value_of(expected), {});
}

/// The probabilities that have all their digits, so that their logarithms do.
arma::uvec with_all_digits(const arma::vec& sigma)
{
  return arma::find(sigma > 1e-300);
}

/// The logarithm of the number whose powers softmax takes in place of those of e, if it is e to two digits.
Constants logarithm_of_e(const arma::vec& x, const arma::vec& sigma)
{
  const arma::uvec kept = with_all_digits(sigma);
  if (sigma.n_elem != x.n_elem || kept.is_empty())
    return no_constant;
  const arma::vec logits = x(kept), logarithms = arma::log(arma::vec(sigma(kept)));
  const arma::uword a = logits.index_max(), b = logits.index_min();
  const double slope = (logarithms(a) - logarithms(b)) / (logits(a) - logits(b));
  return std::abs(slope - 1) < 0.01 && agree(sigma, math::softmax(arma::vec(slope * x)))
             ? Constants::near(slope, 1e-8)
             : no_constant;
}

/// The logit c in place of each of m excluded ones: e^value = e^right + m e^c.
Constants logit_of_the_excluded(const arma::vec& x, double value)
{
  const auto m = static_cast<double>(arma::accu(x == -inf));
  const double right = math::log_sum_exp(x), rounding = 1e-12 * (1 + std::abs(value));
  if (m == 0 || !(value > right) || value == inf)
    return no_constant;
  const auto logit = [&](double v) {
    return v > right ? v + std::log(-std::expm1(right - v)) - std::log(m) : -inf;
  };
  return {logit(value - rounding), logit(value + rounding)};
}

/// The logit in place of each excluded one.
Constants logit_of_the_excluded(const arma::vec& x, const arma::vec& sigma)
{
  const arma::uvec excluded = arma::find(x == -inf);
  if (excluded.is_empty() || sigma.n_elem != x.n_elem)
    return no_constant;
  const auto mistaken = [&](double logit) {
    arma::vec logits = x;
    logits(excluded).fill(logit);
    return math::softmax(logits);
  };
  const arma::uword largest = x.index_max();
  if (sigma(largest) < 1e-300) // it may be any logit that leaves nothing to the others
    return agree(sigma, mistaken(x(largest) + 1000)) ? Constants{x(largest) + 650, inf}
                                                     : no_constant;
  const double logit = x(largest) + std::log(sigma(excluded(0)) / sigma(largest));
  return std::isfinite(logit) && agree(sigma, mistaken(logit))
             ? Constants::near(logit, 1e-6 * (1 + std::abs(logit)))
             : no_constant;
}

/// The number at which large logits are cut off, and perhaps at its negative small ones, before the formula is applied.
Constants where_logits_are_cut(const arma::vec& x, const arma::vec& sigma)
{
  if (sigma.n_elem != x.n_elem)
    return no_constant;
  const arma::vec powers = arma::exp(x);
  if (x.max() < -700 && agree(sigma, powers / arma::accu(powers)))
    return any_constant; // which is 0 / 0, or a quotient of numbers with few digits: nothing was cut
  if (arma::all(sigma == 0))
    return {700, 710}; // the powers are finite, their sum is not
  const arma::uvec kept = with_all_digits(sigma);
  if (kept.is_empty())
    return no_constant;
  const arma::vec logits = x(kept), probabilities = sigma(kept);
  const arma::uword a = logits.index_max(), b = logits.index_min();
  const double difference =
      std::log(probabilities(a) / probabilities(b)); // of the logits, once cut
  // Only the larger of the two is cut, or both, or only the smaller one.
  for (const double cut : {logits(b) + difference, difference / 2, difference - logits(a)})
    for (const double lowest : {-inf, -cut})
      if (cut > 0 && std::isfinite(cut) &&
          agree(sigma, math::softmax(arma::vec(arma::clamp(x, lowest, cut)))))
        return difference > 1e-9 ? Constants::near(cut, 1e-6 * cut) : Constants{0, cut};
  return no_constant;
}

} // namespace

CHECKS(course)
{
  course.EXERCISE(softmax)
      .domain([](const arma::vec& x) { return are_within(500, x); })
      .expects([](const arma::vec& x) { return math::softmax(x); })
      .mistake("your e is rounded to a few digits; std::exp has all of them", logarithm_of_e)
      .on("n >= 1: one logit", arma::vec{3.0})
      .on("equal logits", arma::vec{1, 1, 1, 1})
      .on("the printed example", arma::vec{2.2, -1.1, 3.3, 0.44})
      .on("none larger than 500", arma::vec{500, 499, -500})
      .on_random([](Draw& draw) {
        const arma::uword n = draw_length(draw);
        return std::tuple(draw.vector("x", n, -20, 20));
      });

  course.EXERCISE(log_sum_exp)
      .domain(some_are_finite)
      .expects([](const arma::vec& x) { return math::log_sum_exp(x); })
      .mistake(
          "you put a finite logit in place of -inf, and others may be below it; the exponential "
          "of -inf is exactly 0",
          [](const arma::vec& x, double value) { return logit_of_the_excluded(x, value); })
      .on("n >= 1: a single logit", arma::vec{3})
      .on("equal logits", arma::vec{2, 2, 2})
      .on("large logits", arma::vec{1000, 1001})
      .on("as large as 10^5 in magnitude; a finite number", arma::vec{100'000, 99'999})
      .on("logits far below 0", arma::vec{-1000, -1001})
      .on("large ones of both signs", arma::vec{-1000, 5})
      .on("an excluded token", arma::vec{1, -inf, 2})
      .on("the first token excluded", arma::vec{-inf, 800, 801})
      .on("an excluded token beside a logit of -100000", arma::vec{-inf, -100'000})
      .on("an excluded token beside a logit of -99999", arma::vec{-inf, -99'999})
      .on_random([](Draw& draw) { return std::tuple(draw_logits_with_exclusions(draw)); });

  course.EXERCISE(stable_softmax)
      .domain(some_are_finite)
      .expects([](const arma::vec& x) { return math::softmax(x); })
      .mistake(
          "you put a finite logit in place of -inf, and others may be below it; its probability "
          "is exactly 0",
          [](const arma::vec& x, const arma::vec& sigma) {
            return logit_of_the_excluded(x, sigma);
          })
      .mistake(
          "you cut large logits off, which changes their ratios; subtract the maximum from all "
          "instead",
          where_logits_are_cut)
      .on("n >= 1: a single logit", arma::vec{1000})
      .on("equal logits", arma::vec{1000, 1000})
      .on("logits of any size: 1000 and 1001", arma::vec{1000, 1001})
      .on("as large as 10^5 in magnitude", arma::vec{100'000, 99'999})
      .on("large ones, far apart", arma::vec{720, 1000})
      .on("logits far below 0", arma::vec{-1000, -1001})
      .on("excluded tokens", arma::vec{-inf, 0, 1, -inf})
      .on("all but one excluded", arma::vec{-inf, -2000})
      .on("those of -inf are exactly 0: beside a logit of -100000", arma::vec{-inf, -100'000})
      .on("an excluded token beside a logit of -99999", arma::vec{-inf, -99'999})
      .on_random([](Draw& draw) { return std::tuple(draw_logits_with_exclusions(draw)); });

  course.EXERCISE(softmax_at_temperature)
      .domain([](const arma::vec& x, double T) {
        return are_within(1000, x) && 0.001 <= T && T <= 1000;
      })
      .expects([](const arma::vec& x, double T) { return math::softmax(x, T); })
      .on("n >= 1: one logit", arma::vec{3}, 0.5)
      .on("T = 1", arma::vec{1, 2}, 1.0)
      .on("equal logits", arma::vec{4, 4, 4}, 0.25)
      .on("cold", arma::vec{2, 1}, 0.001)
      .on("cold, the largest last", arma::vec{1, 2}, 0.001)
      .on("none larger than 1000; T, from 0.001: one far above the others",
          arma::vec{1000, -1000, -1000}, 0.001)
      .on("cold, all far below 0", arma::vec{-1000, -999}, 0.001)
      .on("cold, of both signs", arma::vec{-2, 1}, 0.001)
      .on("cold, nearly equal", arma::vec{1.001, 1}, 0.001)
      .on("from 0.001 to 1000: hot", arma::vec{1000, -1000}, 1000.0)
      .on_random([](Draw& draw) {
        const arma::uword n = draw_length(draw);
        arma::vec x = draw.vector("x", n, -10, 10);
        return std::tuple(std::move(x), draw.real("T", 0.1, 5));
      });

  course.EXERCISE(softmax_jacobian)
      .domain([](const arma::vec& x) { return are_within(1e5, x); })
      .expects([](const arma::vec& x) { return math::softmax_jacobian(x); })
      .property(
          "the diagonal is sigma_i (1 - sigma_i)",
          [](const arma::vec& x, const arma::mat& J) {
            const arma::vec sigma = math::softmax(x);
            return !object(value_of(arma::vec(J.diag())), value_of(arma::vec(sigma % (1 - sigma))),
                           {});
          },
          worth(1))
      .on("n >= 1: a single logit", arma::vec{3})
      .on("equal logits", arma::vec{1, 1})
      .on("large logits", arma::vec{1000, 1001})
      .on("as large as 10^5 in magnitude", arma::vec{100'000, 99'999})
      .on("a large logit, the others far below", arma::vec{1000, -1000, -1000})
      .on("the largest logit last", arma::vec{-1000, 1000})
      .on("logits far below 0", arma::vec{-1000, -1001})
      .on("large ones of both signs", arma::vec{-1000, 5})
      .on("the printed example", arma::vec{2.2, -1.1, 3.3, 0.44})
      .on_random([](Draw& draw) {
        const arma::uword n = draw_length(draw);
        return std::tuple(draw.vector("x", n, -5, 5));
      });

  constexpr arma::uword tokens = 10000, large = 1'000'000;
  course.EXERCISE(softmax_jacobian_times)
      .domain([](const arma::vec& x, const arma::vec& v) {
        return are_within(1e5, x) && are_within(1000, v);
      })
      .expects(
          [](const arma::vec& x, const arma::vec& v) { return math::softmax_jacobian_times(x, v); })
      .on("1 <= n: a single logit", arma::vec{3}, arma::vec{2})
      .on("equal logits", arma::vec{1, 1}, arma::vec{1, 0})
      .on("v constant", arma::vec{0, 1, 2}, arma::vec{5, 5, 5})
      .on("large logits", arma::vec{1000, 1001}, arma::vec{0, 1})
      .on("as large as 10^5 in magnitude", arma::vec{100'000, 99'999}, arma::vec{0, 1})
      .on("a large logit, the others far below", arma::vec{1000, -1000, -1000}, arma::vec{1, 2, 3})
      .on("the largest logit last", arma::vec{-1000, 1000}, arma::vec{1, 2})
      .on("logits far below 0", arma::vec{-1000, -1001}, arma::vec{0, 1})
      .on("large ones of both signs", arma::vec{-1000, 5}, arma::vec{1, 2})
      .on("none larger than 1000", arma::vec{0, 0.5}, arma::vec{1000, -1000})
      .on("10000 tokens", arma::linspace(-5, 5, tokens), arma::linspace(1, -1, tokens))
      .on_random([](Draw& draw) {
        const arma::uword n = draw_length(draw);
        arma::vec x = draw.vector("x", n, -5, 5);
        return std::tuple(std::move(x), draw.vector("v", n, -5, 5));
      })
      .on_large("n <= 10^6", "n is 10^6 here, and n^2 steps or numbers (8 TB) are too many",
                [] {
                  return std::tuple(arma::vec(arma::linspace(-5, 5, large)),
                                    arma::vec(arma::linspace(1, -1, large)));
                })
      .limits({.memory = std::uint64_t{600} << 20});
}
