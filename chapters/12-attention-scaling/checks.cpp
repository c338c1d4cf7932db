#include "epreuve/attention/scores.hpp"
#include "epreuve/exercises/course.hpp"
#include "epreuve/math/entropy.hpp"
#include "epreuve/math/softmax.hpp"

#include "exercises.hpp"

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
  course.exercise<decltype(exercise::attention_scores)>("attention_scores", {"Q", "K"})
      .title("Every query against every key")
      .section("exo7 6.3")
      .points(1)
      .stars(1)
      .hint(
          "Entry (i, j) of a product is row i of the left matrix times column j of the right one. "
          "Which rows and which columns do you want to meet?")
      .hint("Queries are columns of Q, and they should become the rows of the left factor.")
      .hint(
          "The transpose of an Armadillo matrix M is M.t(). Look at the shapes: an n_q x d matrix "
          "times a d x n_k matrix is n_q x n_k.")
      .expects([](const mat& Q, const mat& K) { return attention::attention_scores(Q, K); })
      .on("one query, two keys", vec{2}, mat{{3, 5}})
      .on("two queries, three keys", mat{{1, 0}, {0, 1}}, mat{{1, 2, 3}, {4, 5, 6}})
      .on_random(queries_and_keys);

  course.exercise<decltype(exercise::scaled_scores)>("scaled_scores", {"Q", "K"})
      .title("The division that gives the chapter its name")
      .section("exo7 6.3")
      .points(1)
      .stars(1)
      .hint("The function of the exercise before gives you the scores: call it.")
      .hint("d is the number of entries of one query. Is that Q.n_rows or Q.n_cols, when a query "
            "is a "
            "column?")
      .hint("std::sqrt takes the square root of a number; a matrix can be divided by a number.")
      .expects([](const mat& Q, const mat& K) { return attention::scaled_attention_scores(Q, K); })
      .on("d = 1, two queries, one key", mat{{1, 2}}, vec{3})
      .on("d = 1, one query, two keys", vec{2}, mat{{1, 3}})
      .on("d = 2, one query, one key", vec{1, 1}, vec{1, 2})
      .on("d = 4, one query, one key", mat(4, 1, arma::fill::ones), mat(4, 1, arma::fill::ones))
      .on("d = 2, one query, three keys", vec{3, 1}, mat{{1, 2, 0}, {0, 1, 5}})
      .on_random(queries_and_keys);

  course.exercise<decltype(exercise::mean_and_variance)>("mean_and_variance", {"x"})
      .title("Mean and variance, without losing digits")
      .section("thomas, annexe")
      .points(2)
      .stars(2)
      .hint("arma::accu sums the entries, and x.n_elem counts them. The mean comes first: the "
            "variance needs it.")
      .hint(
          "The mean of the squares minus the square of the mean is the same on paper. In floating "
          "point, with numbers near 10^9, both are near 10^18, where doubles are 128 apart.")
      .hint("arma::var and arma::mean exist. Armadillo's documentation says by what arma::var "
            "divides "
            "by default: is that n?")
      .hint("Subtract the mean from every entry, square, sum, divide by n.")
      .expects([](const vec& x) { return std::pair(mean_of(x), variance_of(x)); })
      .on("n >= 1: a single number", vec{5})
      .on("two numbers", vec{1, 5})
      .on("they may be large and close to each other", vec{1e9, 1e9 + 1})
      .on_random([](Draw& draw) {
        const arma::uword n = size_of(draw, "n", 1, 6);
        return std::tuple(draw.vector("x", n, -10, 10));
      });

  course
      .exercise<decltype(exercise::score_variance)>("score_variance", {"q_values", "k_values", "d"})
      .title("How the variance of a score grows with d")
      .section("thomas, annexe")
      .points(3)
      .stars(3)
      .hint("The d terms q_i k_i are independent of each other and have the same law. What is the "
            "variance of a sum of such terms?")
      .hint(
          "So one term is enough. For independent q and k, E[qk] = E[q] E[k]; and q^2 and k^2 are "
          "independent too.")
      .hint("The variance of one term is E[q^2] E[k^2] - (E[q] E[k])^2.")
      .hint("mean_and_variance gives m and v of a list, and E[q^2] = v + m^2.")
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

  course.exercise<decltype(exercise::attention_pattern)>("attention_pattern", {"S"})
      .title("From scores to a pattern, whatever their size")
      .section("exo7 6.3")
      .points(3)
      .stars(2)
      .domain([](const mat& S) { return vec(arma::max(S, 1)).is_finite(); })
      .hint("Chapter 01 did this for a vector. A row of S is the vector of one query.")
      .hint(
          "e^1000 is more than a double can hold. What happens to the fractions when you subtract "
          "the same number from all scores of a row?")
      .hint("Choose that number so that the largest exponential of the row is 1: then none "
            "overflows, and the sum cannot be 0. Each row needs its own.")
      .hint(
          "arma::max(S, 1) and arma::sum(S, 1) give a column with one number per row; M.each_col() "
          "-= c subtracts the column c from every column of M. And std::exp(-inf) is 0 already.")
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

  course.exercise<decltype(exercise::attention_output)>("attention_output", {"V", "A"})
      .title("Values, mixed by the pattern")
      .section("exo7 6.3")
      .points(2)
      .stars(1)
      .hint("Output i is a sum of columns of V, with the weights of row i of A.")
      .hint("A product M N combines the columns of M with the weights in a column of N.")
      .hint(
          "The weights of a query are a row of A and should be a column: which matrix has the rows "
          "of A as its columns?")
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

  course.exercise<decltype(exercise::row_entropies)>("row_entropies", {"A"})
      .title("How spread a query's attention is")
      .section("masterclass, attention")
      .points(2)
      .stars(2)
      .domain(are_rows_of_probabilities)
      .hint("The result has one number for each row: a sum along the row, over the keys.")
      .hint("std::log(0.0) is -inf, and 0 times -inf is not a number. What is the limit of p ln p "
            "as p "
            "goes to 0?")
      .hint("Go through the entries and leave out those that are 0; std::log is the natural "
            "logarithm.")
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

  course.exercise<decltype(exercise::pattern_gradient)>("pattern_gradient", {"A", "G"})
      .title("Back through the softmax")
      .section("masterclass, attention")
      .points(4)
      .stars(4)
      .domain([](const mat& A, const mat&) { return are_rows_of_probabilities(A); })
      .hint("Take one row: probabilities p of scores s. How does p_j change with s_j, and how with "
            "another score s_l? (Both answers are made of p alone.)")
      .hint(
          "The derivative of p_l by s_j is p_l (1 - p_l) if j = l and -p_l p_j otherwise: in both "
          "cases p_j (delta_jl - p_l).")
      .hint("Chain rule: D_j = sum_l G_l p_j (delta_jl - p_l). Take p_j out of the sum.")
      .hint("What is left is G_j minus the mean of the row of G, weighted by the row of A.")
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

  course.exercise<decltype(exercise::merged)>("merged", {"a", "b"})
      .title("Attention, a block of keys at a time")
      .section("exo7 6.3")
      .points(5)
      .stars(4)
      .hint(
          "The largest score of all keys is easy. The sums of a and of b are relative to different "
          "largest scores: write e^{s - new} as e^{s - old} times something.")
      .hint(
          "Sum and values of a take the same factor, e^{a.largest - largest}, and those of b take "
          "e^{b.largest - largest}. Neither factor is above 1.")
      .hint("Never form e^{a.largest}: scores of 1000 overflow. Only differences go into the "
            "exponential.")
      .hint("An empty part has largest = -inf. If both are empty the difference is -inf - (-inf), "
            "which is not a number: treat a part whose sum is 0 by itself.")
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
