#include "epreuve/attention/scores.hpp"
#include "epreuve/exercises/course.hpp"
#include "epreuve/math/entropy.hpp"
#include "epreuve/math/softmax.hpp"

#include <exercises.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>

using namespace epreuve;
using namespace epreuve::exercises;
using arma::mat;
using arma::vec;
using exercise::Partial;
using std::exp;
using std::sqrt;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

arma::uword size_of(Draw& draw, const char* name, long low, long high)
{
  return static_cast<arma::uword>(draw.integer(name, low, high));
}

/// Whole numbers, so that sums and products of them are exact.
vec whole_numbers(Draw& draw, const char* name, arma::uword n)
{
  return draw.integer_matrix(name, n, 1, -3, 3);
}

std::tuple<mat, mat> queries_and_keys(Draw& draw)
{
  const arma::uword d = size_of(draw, "d", 1, 5);
  const arma::uword n_q = size_of(draw, "n_q", 1, 4);
  const arma::uword n_k = size_of(draw, "n_k", 1, 4);
  const mat Q = draw.integer_matrix("Q", d, n_q, -4, 4);
  const mat K = draw.integer_matrix("K", d, n_k, -4, 4);
  return {Q, K};
}

/// Rows of simple fractions that sum to 1, zeros among them.
mat pattern(Draw& draw, arma::uword n_q, arma::uword n_k)
{
  mat A = draw.integer_matrix("A", n_q, n_k, 0, 3);
  for (arma::uword i = 0; i < n_q; ++i) {
    if (arma::accu(A.row(i)) == 0)
      A(i, 0) = 1;
    A.row(i) /= arma::accu(A.row(i));
  }
  return A;
}

bool are_rows_of_probabilities(const mat& A)
{
  return A.min() >= 0 && arma::abs(arma::sum(A, 1) - 1).max() < 1e-9;
}

double mean_of(const vec& x)
{
  return std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.n_elem);
}

double mean_square(const vec& x)
{
  return mean_of(arma::square(x));
}

/// In long double: numbers that are close to each other keep their digits.
double variance_of(const vec& x)
{
  const auto n = static_cast<long double>(x.n_elem);
  const long double m = std::accumulate(x.begin(), x.end(), 0.0L) / n;
  long double v = 0;
  for (const double x_i : x) {
    const long double off = static_cast<long double>(x_i) - m;
    v += off * off;
  }
  return static_cast<double>(v / n);
}

/// The sums over keys with scores s and values V, as the header defines them.
Partial gathered(const vec& s, const mat& V)
{
  Partial result{-infinity, 0, arma::zeros(V.n_rows)};
  for (const double s_j : s)
    result.largest = std::max(result.largest, s_j);
  for (arma::uword j = 0; j < s.n_elem; ++j) {
    const double weight = s[j] == -infinity ? 0 : exp(s[j] - result.largest);
    result.sum += weight;
    result.values += weight * V.col(j);
  }
  return result;
}

Partial drawn_partial(Draw& draw, const std::string& name, arma::uword r)
{
  const auto n = static_cast<arma::uword>(draw.integer("n_" + name, 0, 3));
  const mat s = draw.integer_matrix("s_" + name, n, 1, -3, 3);
  return gathered(s, draw.integer_matrix("V_" + name, r, n, -3, 3));
}

/// Both together, scaled as the largest score of all requires.
Partial sum_of(const Partial& a, const Partial& b)
{
  const double largest = std::max(a.largest, b.largest);
  const auto scale = [largest](double old) { return old == -infinity ? 0 : exp(old - largest); };
  const double of_a = scale(a.largest), of_b = scale(b.largest);
  return {largest, of_a * a.sum + of_b * b.sum, of_a * a.values + of_b * b.values};
}

/// The number that is added to each probability inside the logarithm; the entropies fall as it grows.
Constants number_inside_the_logarithm(const mat& A, const vec& entropies)
{
  const auto with = [&](double number) { return vec(-arma::sum(A % arma::log(A + number), 1)); };
  double low = -16, high = -1; // its power of ten
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (arma::accu(with(std::pow(10, middle))) > arma::accu(entropies) ? low : high) = middle;
  }
  const double number = std::pow(10, high);
  constexpr Closeness to_rounding{.absolute = 1e-13, .relative = 1e-13};
  return object(value_of(entropies), value_of(with(number)), to_rounding)
             ? no_constant
             : Constants::near(number, 1e-3 * number);
}

} // namespace

CHECKS(course)
{
  course.EXERCISE(attention_scores)
      .expects([](const mat& Q, const mat& K) { return attention::attention_scores(Q, K); })
      .on("one query, two keys", vec{2}, mat{{3, 5}})
      .on("two queries, three keys", mat{{1, 0}, {0, 1}}, mat{{1, 2, 3}, {4, 5, 6}})
      .on_random(queries_and_keys);

  course.EXERCISE(scaled_scores)
      .expects([](const mat& Q, const mat& K) { return attention::scaled_attention_scores(Q, K); })
      .on("d = 1, two queries, one key", mat{{1, 2}}, vec{3})
      .on("d = 1, one query, two keys", vec{2}, mat{{1, 3}})
      .on("d = 2, one query, one key", vec{1, 1}, vec{1, 2})
      .on("d = 4, one query, one key", mat(4, 1, arma::fill::ones), mat(4, 1, arma::fill::ones))
      .on("d = 2, one query, three keys", vec{3, 1}, mat{{1, 2, 0}, {0, 1, 5}})
      .on_random(queries_and_keys);

  course.EXERCISE(mean_and_variance)
      .expects([](const vec& x) { return std::pair(mean_of(x), variance_of(x)); })
      .on("n >= 1: a single number", vec{5})
      .on("two numbers", vec{1, 5})
      .on("they may be large and close to each other", vec{1e9, 1e9 + 1})
      .on_random([](Draw& draw) {
        const arma::uword n = size_of(draw, "n", 1, 6);
        return std::tuple(draw.vector("x", n, -10, 10));
      });

  course.EXERCISE(score_variance)
      .within({.absolute = 1e-9})
      .expects([](const vec& q, const vec& k, arma::uword d) {
        const double product_of_means = mean_of(q) * mean_of(k);
        return static_cast<double>(d) *
               (mean_square(q) * mean_square(k) - product_of_means * product_of_means);
      })
      .on("fair coins, d = 64", vec{-1, 1}, vec{-1, 1}, arma::uword{64})
      .on("need not be 0: a query whose entries are always 2", vec{2}, vec{-1, 1}, arma::uword{3})
      .on("entries that are not random", vec{2}, vec{3}, arma::uword{5})
      .on("at least one number; d at least 1", vec{2}, vec{3}, arma::uword{1})
      .on_random([](Draw& draw) {
        const arma::uword n_q = size_of(draw, "n_q", 1, 4);
        const vec q = whole_numbers(draw, "q_values", n_q);
        const arma::uword n_k = size_of(draw, "n_k", 1, 4);
        const vec k = whole_numbers(draw, "k_values", n_k);
        const arma::uword d = size_of(draw, "d", 1, 6);
        return std::tuple(q, k, d);
      });

  course.EXERCISE(attention_pattern)
      .domain([](const mat& S) { return vec(arma::max(S, 1)).is_finite(); })
      .expects([](const mat& S) { return math::softmax_rows(S); })
      .on("one query, two keys", mat{{0, 1}})
      .on("two queries, one key", vec{3, 5})
      .on("thousands too", mat{{1000, 1001}})
      .on("a row far below the other", mat{{0, 1}, {-1000, -1001}})
      .on("all scores far below 0", mat{{-1000, -1001}})
      .on("of any finite size", mat{{100'000, 99'999}})
      .on("thousands too: of both signs", mat{{-3000, 2000, -3000}})
      .on("a masked key", mat{{1, -infinity}, {2, 3}})
      .on_random([](Draw& draw) {
        const arma::uword n_q = size_of(draw, "n_q", 1, 4);
        const arma::uword n_k = size_of(draw, "n_k", 1, 4);
        return std::tuple(draw.matrix("S", n_q, n_k, -20, 20));
      });

  course.EXERCISE(attention_output)
      .expects([](const mat& V, const mat& A) {
        mat Z(V.n_rows, A.n_rows, arma::fill::zeros);
        for (arma::uword i = 0; i < A.n_rows; ++i)
          for (arma::uword j = 0; j < A.n_cols; ++j)
            Z.col(i) += A(i, j) * V.col(j);
        return Z;
      })
      .on("one query, two keys", mat{{2, 4}}, mat{{0.5, 0.5}})
      .on("two queries, one key", vec{2}, vec{1, 1})
      .on("each token looks at the first", mat{{1, 2}, {3, 4}}, mat{{1, 0}, {1, 0}})
      .on_random([](Draw& draw) {
        const arma::uword r = size_of(draw, "r", 1, 4);
        const arma::uword n_q = size_of(draw, "n_q", 1, 4);
        const arma::uword n_k = size_of(draw, "n_k", 1, 4);
        const mat V = draw.integer_matrix("V", r, n_k, -4, 4);
        return std::tuple(V, pattern(draw, n_q, n_k));
      });

  course.EXERCISE(row_entropies)
      .domain(are_rows_of_probabilities)
      .within({.absolute = 1e-10})
      .expects([](const mat& A) { return math::entropy_rows(A); })
      .mistake("you add a small number inside the logarithm, which changes every entropy a little; "
               "only where p is 0 is help needed",
               number_inside_the_logarithm)
      .on("a query that looks at one key only", mat{{0, 1}})
      .on("a query that looks at four keys alike", mat{{0.25, 0.25, 0.25, 0.25}})
      .on("two queries, one certain and one undecided", mat{{1, 0}, {0.5, 0.5}})
      .on_random([](Draw& draw) {
        const arma::uword n_q = size_of(draw, "n_q", 1, 4);
        const arma::uword n_k = size_of(draw, "n_k", 1, 5);
        return std::tuple(pattern(draw, n_q, n_k));
      });

  course.EXERCISE(pattern_gradient)
      .domain([](const mat& A, const mat&) { return are_rows_of_probabilities(A); })
      .expects([](const mat& A, const mat& G) {
        mat D(A.n_rows, A.n_cols);
        for (arma::uword i = 0; i < A.n_rows; ++i) {
          const vec p = A.row(i).t();
          const mat J = arma::diagmat(p) - p * p.t();
          D.row(i) = G.row(i) * J;
        }
        return mat(D + 0.0); // 0, where it is -0
      })
      .on("two keys alike", mat{{0.5, 0.5}}, mat{{1, 0}})
      .on("a certain query learns nothing", mat{{1, 0}}, mat{{3, -2}})
      .on("two queries", mat{{0.5, 0.5}, {0.25, 0.75}}, mat{{1, 2}, {4, 0}})
      .on_random([](Draw& draw) {
        const arma::uword n_q = size_of(draw, "n_q", 1, 3);
        const arma::uword n_k = size_of(draw, "n_k", 1, 4);
        const mat G = draw.integer_matrix("G", n_q, n_k, -4, 4);
        return std::tuple(pattern(draw, n_q, n_k), G);
      });

  course.EXERCISE(merged)
      .expects(sum_of)
      .on("equal scores", Partial{0, 1, vec{2}}, Partial{0, 1, vec{4}})
      .on("the larger score first", Partial{1, 1, vec{1}}, Partial{0, 1, vec{0}})
      .on("the larger score last", Partial{0, 1, vec{1}}, Partial{1, 2, vec{3}})
      .on("scores of any size", Partial{1001, 1, vec{1}}, Partial{1000, 1, vec{2}})
      .on("scores of any size: 10^5", Partial{100'001, 1, vec{1}}, Partial{100'000, 1, vec{2}})
      .on("an empty part", Partial{-infinity, 0, vec{0}}, Partial{2, 1, vec{5}})
      .on("both parts empty", Partial{-infinity, 0, vec{0}}, Partial{-infinity, 0, vec{0}})
      .on_random([](Draw& draw) {
        const arma::uword r = size_of(draw, "r", 1, 2);
        const Partial a = drawn_partial(draw, "a", r);
        const Partial b = drawn_partial(draw, "b", r);
        return std::tuple(a, b);
      });
}
