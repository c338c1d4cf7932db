#include "epreuve/exercises/course.hpp"
#include "epreuve/math/softmax.hpp"

#include "exercises.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace epreuve;
using namespace epreuve::exercises;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

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

arma::vec quotient(const arma::vec& numerators)
{
  return numerators / arma::accu(numerators);
}

/// The logarithm of the sum, computed with some number subtracted and added again.
double log_sum_exp_around(const arma::vec& x, double c)
{
  return c + std::log(arma::accu(arma::exp(x - c)));
}

const std::string overflow = "overflow: subtract the maximum first";

} // namespace

CHECKS(course)
{
  course.exercise<decltype(exercise::softmax)>("softmax", {"x"})
      .title("Softmax, as the formula says")
      .section("exo7 2.1")
      .points(2)
      .stars(1)
      .hint("Which function makes any number positive, and larger where the number is larger?")
      .hint("arma::exp takes the exponential of every entry; arma::accu sums entries.")
      .hint("Divide all exponentials by the one number that makes their sum 1.")
      .expects([](const arma::vec& x) { return math::softmax(x); })
      .on("one logit", arma::vec{3.0})
      .on("equal logits", arma::vec{1, 1, 1, 1})
      .on("the printed example", arma::vec{2.2, -1.1, 3.3, 0.44})
      .on("logits of 500", arma::vec{500, 499, -500})
      .on_random([](Draw& draw) {
        const arma::uword n = draw_length(draw);
        return std::tuple(draw.vector("x", n, -20, 20));
      })
      .mistake("your powers are of 2, the formula's are of e",
               [](const arma::vec& x) { return quotient(arma::exp2(x)); })
      .mistake("you return the exponentials; divide them by their sum",
               [](const arma::vec& x) { return arma::vec(arma::exp(x)); })
      .mistake("you divide the logits themselves by their sum; take their exponentials first",
               quotient)
      .mistake("your probabilities have length 1 (their squares sum to 1); divide by the sum, not "
               "by the norm",
               [](const arma::vec& x) { return arma::vec(arma::normalise(arma::exp(x))); })
      .mistake("your sum leaves out the last logit",
               [](const arma::vec& x) {
                 const arma::vec e = arma::exp(x);
                 return arma::vec(e / (x.n_elem > 1 ? arma::accu(e.head(x.n_elem - 1)) : 0.0));
               })
      .mistake("you divide by the number of logits, not by the sum of the exponentials",
               [](const arma::vec& x) {
                 return arma::vec(arma::exp(x) / static_cast<double>(x.n_elem));
               });

  course.exercise<decltype(exercise::log_sum_exp)>("log_sum_exp", {"x"})
      .title("Log-sum-exp without overflow")
      .section("exo7 2.1")
      .points(3)
      .stars(2)
      .hint("What is e^1000 in a double, and what is the logarithm of that?")
      .hint("If all exponents are 0 or less, no exponential is larger than 1. By how much must "
            "the logits be lowered for that?")
      .hint("A number subtracted from every logit divides the sum by one factor; its logarithm "
            "comes back as a term.")
      .hint("x.max() is the largest logit. Subtract it from all, take the logarithm of the sum of "
            "the exponentials (std::log is the natural one), and add what you subtracted.")
      .expects([](const arma::vec& x) { return math::log_sum_exp(x); })
      .on("a single logit", arma::vec{3})
      .on("equal logits", arma::vec{2, 2, 2})
      .on("large logits", arma::vec{1000, 1001})
      .on("logits far below 0", arma::vec{-1000, -1001})
      .on("large ones of both signs", arma::vec{-1000, 5})
      .on("an excluded token", arma::vec{1, -inf, 2})
      .on("the first token excluded", arma::vec{-inf, 800, 801})
      .on_random([](Draw& draw) { return std::tuple(draw_logits_with_exclusions(draw)); })
      // Where all logits are far below 0 the next two give what the plain formula gives, so they
      // are tried before it.
      .mistake("your maximum starts at 0, but all logits may be negative: start from the first one",
               [](const arma::vec& x) { return log_sum_exp_around(x, std::max(x.max(), 0.0)); })
      .mistake(
          "you subtract the largest magnitude; where that belongs to a negative logit, another "
          "is the largest value",
          [](const arma::vec& x) {
            arma::vec magnitudes = arma::abs(x);
            magnitudes.replace(inf, 0);
            return log_sum_exp_around(x, magnitudes.max());
          })
      .mistake("you subtract the first logit; another may be so much larger that its exponential "
               "overflows",
               [](const arma::vec& x) { return log_sum_exp_around(x, x(0)); })
      .mistake(
          "you subtract the smallest logit, so the others still overflow; subtract the maximum",
          [](const arma::vec& x) { return log_sum_exp_around(x, x.min()); })
      .mistake(overflow, [](const arma::vec& x) { return std::log(arma::accu(arma::exp(x))); })
      .mistake("you subtract the maximum and do not add it again",
               [](const arma::vec& x) { return math::log_sum_exp(x) - x.max(); })
      .mistake("you return the largest logit alone; the others count as well",
               [](const arma::vec& x) { return x.max(); })
      .mistake("your logarithm is of base 10, the formula's is the natural one: std::log",
               [](const arma::vec& x) {
                 return x.max() + (math::log_sum_exp(x) - x.max()) / std::log(10.0);
               })
      .mistake("you return the sum; its logarithm is asked for",
               [](const arma::vec& x) { return std::exp(math::log_sum_exp(x)); });

  course.exercise<decltype(exercise::stable_softmax)>("stable_softmax", {"x"})
      .title("Softmax that survives any logits")
      .section("thomas, Introduction")
      .points(3)
      .stars(2)
      .hint("Subtracting the same number from all logits multiplies numerator and denominator by "
            "one factor. Which number keeps every exponential finite, and one of them at 1?")
      .hint("Is there anything to do for a logit of -inf? Try what std::exp makes of it.")
      .hint("The denominator is e to the power log_sum_exp(x). A quotient of two powers of e is "
            "one power.")
      .hint("So the logarithm of sigma_i is x_i less log_sum_exp(x): one subtraction and one "
            "exponential for each entry.")
      .expects([](const arma::vec& x) { return math::softmax(x); })
      .on("a single logit", arma::vec{1000})
      .on("equal logits", arma::vec{1000, 1000})
      .on("large logits", arma::vec{1000, 1001})
      .on("large ones, far apart", arma::vec{720, 1000})
      .on("logits far below 0", arma::vec{-1000, -1001})
      .on("excluded tokens", arma::vec{-inf, 0, 1, -inf})
      .on("all but one excluded", arma::vec{-inf, -2000})
      .on_random([](Draw& draw) { return std::tuple(draw_logits_with_exclusions(draw)); })
      .mistake("your maximum starts at 0, but all logits may be negative: start from the first one",
               [](const arma::vec& x) { return quotient(arma::exp(x - std::max(x.max(), 0.0))); })
      .mistake(overflow, [](const arma::vec& x) { return quotient(arma::exp(x)); })
      .mistake("you subtract the maximum in the numerators only; the sum in the denominator has "
               "the same exponents",
               [](const arma::vec& x) {
                 return arma::vec(arma::exp(x - x.max()) / arma::accu(arma::exp(x)));
               })
      .mistake("you cut large logits off, which changes their ratios; subtract the maximum from "
               "all instead",
               [](const arma::vec& x) {
                 return quotient(
                     arma::exp(arma::min(x, arma::vec(x.n_elem, arma::fill::value(700.0)))));
               })
      .mistake("you divide the logits by their maximum, which changes their differences; subtract "
               "it",
               [](const arma::vec& x) { return quotient(arma::exp(x / x.max())); })
      .mistake(
          "you treat an excluded token, of logit -inf, as one of logit 0; its probability is 0",
          [](const arma::vec& x) {
            arma::vec replaced = x;
            replaced.replace(-inf, 0);
            return math::softmax(replaced);
          });

  course
      .exercise<decltype(exercise::softmax_at_temperature)>("softmax_at_temperature",
                                                            {"x", "temperature"})
      .title("Softmax at a temperature")
      .section("beyond exo7 2.1")
      .points(2)
      .stars(1)
      .hint("At T = 1 this is a function that you have. How does its argument change at another T?")
      .hint("At T = 0.001 a logit of 2 becomes an exponent of 2000. Which of your functions "
            "survives that?")
      .hint("Divide the logits, before anything else is done with them; the probabilities of the "
            "result are what is asked for.")
      .expects([](const arma::vec& x, double T) { return math::softmax(x, T); })
      .on("one logit", arma::vec{3}, 0.5)
      .on("T = 1", arma::vec{1, 2}, 1.0)
      .on("equal logits", arma::vec{4, 4, 4}, 0.25)
      .on("cold", arma::vec{2, 1}, 0.001)
      .on("cold, nearly equal", arma::vec{1.001, 1}, 0.001)
      .on("hot", arma::vec{1000, -1000}, 1000.0)
      .on_random([](Draw& draw) {
        const arma::uword n = draw_length(draw);
        arma::vec x = draw.vector("x", n, -10, 10);
        return std::tuple(std::move(x), draw.real("T", 0.1, 5));
      })
      .mistake("you multiply the logits by T; the formula divides them",
               [](const arma::vec& x, double T) { return math::softmax(x, 1 / T); })
      .mistake("T changes nothing in your result: each exponent is x_i / T, and a number that is "
               "the same for all i cancels",
               [](const arma::vec& x, double) { return math::softmax(x); })
      .mistake("you divide the probabilities by T; divide the logits",
               [](const arma::vec& x, double T) { return arma::vec(math::softmax(x) / T); })
      .mistake("your denominator is that of T = 1; its exponents are divided by T as well",
               [](const arma::vec& x, double T) {
                 return arma::vec(arma::exp(x / T) / arma::accu(arma::exp(x)));
               })
      .mistake("overflow: x / T may be large; subtract the maximum first",
               [](const arma::vec& x, double T) { return quotient(arma::exp(x / T)); });

  course.exercise<decltype(exercise::softmax_jacobian)>("softmax_jacobian", {"x"})
      .title("The Jacobian of softmax")
      .section("beyond exo7 2.1")
      .points(4)
      .stars(3)
      .hint("J is made of probabilities alone: compute sigma first, with the function that "
            "survives large logits.")
      .hint("Raising a logit raises its own probability and lowers all others: which entries are "
            "positive? What does a row of J sum to?")
      .hint("J is a diagonal matrix less a matrix whose entry (i, j) is sigma_i sigma_j.")
      .hint("arma::diagmat(s) has s on its diagonal; a column times a row, s * s.t(), has every "
            "product.")
      .expects([](const arma::vec& x) { return math::softmax_jacobian(x); })
      .on("a single logit", arma::vec{3})
      .on("equal logits", arma::vec{1, 1})
      .on("large logits", arma::vec{1000, 1001})
      .on("the printed example", arma::vec{2.2, -1.1, 3.3, 0.44})
      .on_random([](Draw& draw) {
        const arma::uword n = draw_length(draw);
        return std::tuple(draw.vector("x", n, -5, 5));
      })
      .mistake(
          "your J holds only its diagonal; sigma_i depends on the other logits too",
          [](const arma::vec& x) { return arma::mat(arma::diagmat(math::softmax_jacobian(x))); })
      .mistake("your sign is the opposite: it is diag(sigma) less sigma sigma^T",
               [](const arma::vec& x) { return arma::mat(-math::softmax_jacobian(x)); })
      .mistake("the term with delta_ij is missing: sigma_i belongs on the diagonal",
               [](const arma::vec& x) {
                 const arma::vec s = math::softmax(x);
                 return arma::mat(-s * s.t());
               })
      .mistake("you add sigma_i sigma_j; it is subtracted",
               [](const arma::vec& x) {
                 const arma::vec s = math::softmax(x);
                 return arma::mat(arma::diagmat(s) + s * s.t());
               })
      .mistake(
          "you subtract one number, sigma^T sigma, from every entry; sigma sigma^T is a matrix",
          [](const arma::vec& x) {
            const arma::vec s = math::softmax(x);
            return arma::mat(arma::mat(arma::diagmat(s)) - arma::dot(s, s));
          })
      .mistake("your J is made of the logits; it is made of their softmax",
               [](const arma::vec& x) { return arma::mat(arma::diagmat(x) - x * x.t()); })
      .mistake("where i and j differ your entry is sigma_i (1 - sigma_j); the 1 is delta_ij, 0 "
               "there",
               [](const arma::vec& x) {
                 const arma::vec s = math::softmax(x);
                 return arma::mat(s * (1 - s).t());
               })
      .mistake(overflow, [](const arma::vec& x) {
        const arma::vec s = quotient(arma::exp(x));
        return arma::mat(arma::diagmat(s) - s * s.t());
      });

  // No more than that: beyond 10000 the worker's BLAS wants threads, which it may not start.
  constexpr arma::uword tokens = 10000;
  course.exercise<decltype(exercise::softmax_jacobian_times)>("softmax_jacobian_times", {"x", "v"})
      .title("The Jacobian times a vector, without the Jacobian")
      .section("beyond exo7 2.1")
      .points(5)
      .stars(4)
      .hint("Write J v as two terms, one for diag(sigma) and one for sigma sigma^T, and look at "
            "the shapes.")
      .hint("sigma (sigma^T v) is (sigma sigma^T) v with the parentheses moved. Which of the two "
            "needs no matrix?")
      .hint("sigma^T v is a number: the mean of v, weighted with the probabilities.")
      .hint(
          "Entry i of the result: sigma_i times the excess of v_i over that mean. arma::dot gives "
          "the mean, % multiplies entry by entry.")
      .expects(
          [](const arma::vec& x, const arma::vec& v) { return math::softmax_jacobian_times(x, v); })
      .on("a single logit", arma::vec{3}, arma::vec{2})
      .on("equal logits", arma::vec{1, 1}, arma::vec{1, 0})
      .on("v constant", arma::vec{0, 1, 2}, arma::vec{5, 5, 5})
      .on("large logits", arma::vec{1000, 1001}, arma::vec{0, 1})
      .on("10000 tokens", arma::linspace(-5, 5, tokens), arma::linspace(1, -1, tokens))
      .on_random([](Draw& draw) {
        const arma::uword n = draw_length(draw);
        arma::vec x = draw.vector("x", n, -5, 5);
        return std::tuple(std::move(x), draw.vector("v", n, -5, 5));
      })
      .limits({.memory = std::uint64_t{600} << 20})
      .mistake("with 10000 logits J has 100 million entries, 800 MB: multiply without forming it",
               Outcome::out_of_memory)
      // At 10000 tokens these are computed in the judge: no matrices.
      .mistake(
          "the term with sigma^T v is missing: you return diag(sigma) v",
          [](const arma::vec& x, const arma::vec& v) { return arma::vec(math::softmax(x) % v); })
      .mistake("you subtract the number sigma^T v from every entry; it comes multiplied by sigma_i",
               [](const arma::vec& x, const arma::vec& v) {
                 const arma::vec s = math::softmax(x);
                 return arma::vec(s % v - arma::dot(s, v));
               })
      .mistake("the mean that you subtract from v weighs all entries alike; weigh them with sigma",
               [](const arma::vec& x, const arma::vec& v) {
                 return arma::vec(math::softmax(x) % (v - arma::mean(v)));
               })
      .mistake("you subtract sigma_i v_i; the second term is sigma_i times the whole sum of "
               "sigma_j v_j",
               [](const arma::vec& x, const arma::vec& v) {
                 const arma::vec s = math::softmax(x);
                 return arma::vec(s % v % (1 - s));
               })
      .mistake("your sign is the opposite: the mean is subtracted from v, not v from the mean",
               [](const arma::vec& x, const arma::vec& v) {
                 return arma::vec(-math::softmax_jacobian_times(x, v));
               })
      .mistake(overflow, [](const arma::vec& x, const arma::vec& v) {
        const arma::vec s = quotient(arma::exp(x));
        return arma::vec(s % (v - arma::dot(s, v)));
      });
}
