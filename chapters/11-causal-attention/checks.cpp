#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/masks.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/exercises/course.hpp"
#include "epreuve/math/softmax.hpp"

#include <exercises.hpp>

#include <cmath>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace epreuve;
using namespace epreuve::exercises;
using arma::mat;
using arma::umat;
using arma::uvec;
using arma::uword;
using arma::vec;
using exercise::Cache;
using exercise::Step;

namespace {

using Layers = std::vector<umat>;

// --- the formulas, by another way than the solutions ----------------------------------------

umat window_and_prefix(uword tokens, uword prefix, uword width)
{
  const umat all(tokens, tokens, arma::fill::ones);
  umat M = arma::trimatl(all);
  if (width < tokens)
    M -= arma::trimatl(all, -arma::sword(width));
  M.head_cols(prefix).fill(1);
  return M;
}

mat pattern_of_seen(const mat& S, const umat& M)
{
  mat A(arma::size(S), arma::fill::zeros);
  for (uword i = 0; i < S.n_rows; ++i) {
    vec row = S.row(i).t();
    row.elem(arma::find(M.row(i) == 0)).fill(-arma::datum::inf);
    if (row.max() > -arma::datum::inf)
      A.row(i) = math::softmax(row).t();
  }
  return A;
}

mat causal_outputs(const mat& Q, const mat& K, const mat& V)
{
  return attention::head_output(V, attention::causal_pattern(Q, K));
}

double mean_surprise(const mat& logits, const uvec& tokens)
{
  vec surprise(tokens.n_elem - 1);
  for (uword k = 0; k < surprise.n_elem; ++k)
    surprise(k) = math::log_sum_exp(vec(logits.col(k))) - logits(tokens(k + 1), k);
  return arma::mean(surprise);
}

/// The number that keeps logarithms finite, added to each probability; the loss falls as it grows.
Constants number_inside_the_logarithm(const mat& logits, const uvec& tokens, double loss)
{
  vec probability(tokens.n_elem - 1);
  for (uword k = 0; k < probability.n_elem; ++k)
    probability(k) = math::softmax(vec(logits.col(k)))(tokens(k + 1));
  const auto with = [&](double number) { return -arma::mean(arma::log(probability + number)); };
  double low = -16, high = -1; // its power of ten
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (with(std::pow(10, middle)) > loss ? low : high) = middle;
  }
  const double number = std::pow(10, high);
  return std::abs(with(number) - loss) <= 1e-13 * (1 + std::abs(with(number)))
             ? Constants::near(number, 1e-2 * number)
             : no_constant;
}

/// A single query sees every key, masked or not.
Step step_on_whole_text(const Cache& cache, const vec& q, const vec& k, const vec& v)
{
  const mat K = arma::join_rows(cache.K, k), V = arma::join_rows(cache.V, v);
  return {{K, V}, attention::attend(q, K, V)};
}

/// 1 + 2 + ... + T and 1 + 4 + ... + T^2 are known.
std::pair<uword, uword> cost_of_writing(uword n, uword d, uword T)
{
  const uword sum = T * (T + 1) / 2, squares = T * (T + 1) * (2 * T + 1) / 6;
  return {3 * n * d * sum + 2 * d * squares, 3 * n * d * T + 2 * d * sum};
}

/// Token by token: who has heard of it, layer after layer.
umat heard_of(const Layers& layers)
{
  const uword T = layers.front().n_rows;
  umat R(T, T, arma::fill::zeros);
  for (uword j = 0; j < T; ++j) {
    R(j, j) = 1;
    for (const umat& M : layers) {
      const uvec knew = arma::find(R.col(j));
      for (uword i = 0; i < T; ++i)
        if (arma::any(arma::rowvec(arma::conv_to<arma::rowvec>::from(M.row(i))).elem(knew)))
          R(i, j) = 1;
    }
  }
  return R;
}

/// The logarithm of B_00.
double first_weight(const mat& Q, const mat& K)
{
  const vec s = K.t() * Q.col(0) / std::sqrt(double(Q.n_rows));
  return s(0) - math::log_sum_exp(s);
}

/// Running sums where no exponential under- or overflows, else a softmax for every token. Weights are
/// positive: the rounding of a million additions costs 10^6 2^-53 = 1.2e-10 of the sum of |terms| at most.
mat means_so_far(const vec& s, const mat& V)
{
  mat Z(arma::size(V));
  if (s.max() - s.min() < 300) {
    const arma::rowvec weights = arma::exp(s - s.max()).t();
    Z = arma::cumsum(V.each_row() % weights, 1);
    Z.each_row() /= arma::cumsum(weights);
  } else {
    for (uword i = 0; i < s.n_elem; ++i)
      Z.col(i) = V.head_cols(i + 1) * math::softmax(vec(s.head(i + 1)));
  }
  return Z;
}

// --- inputs ---------------------------------------------------------------------------------

umat zeros_and_ones(Draw& draw, const std::string& name, uword rows, uword columns)
{
  return arma::conv_to<umat>::from(draw.integer_matrix(name, rows, columns, 0, 1));
}

mat number(double value)
{
  return mat(1, 1, arma::fill::value(value));
}

/// Numbers without a pattern, between -1.25 and 1.25.
mat some(uword rows, uword columns, uword seed)
{
  mat made(rows, columns);
  for (uword i = 0; i < made.n_elem; ++i)
    made(i) = (double((7 * i * i + 3 * i + 5 * seed) % 11) - 5) / 4;
  return made;
}

const mat two{{1, 0}, {0, 1}}, three{{1, 0, 2}, {0, 1, -1}}, row_of_three{{1, 2, 4}};

} // namespace

CHECKS(course)
{
  course.EXERCISE(masked_scores)
      .expects([](const mat& S) { return attention::causal_mask<double>(S); })
      .on("1 <= K <= T: one token", number(3))
      .on("three tokens", mat{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}})
      .on("scores of 0", mat(2, 2, arma::fill::zeros))
      .on("the last of three tokens", mat{{7, 8, 9}})
      .on("the last two of four", mat{{1, 2, 3, 4}, {5, 6, 7, 8}})
      .on_random([](Draw& draw) {
        const uword K = draw.size("K", 1, 4), before = draw.size("T - K", 0, 3);
        return std::tuple(draw.whole("S", K, K + before, 5));
      });

  course.EXERCISE(visible)
      .expects(window_and_prefix)
      .on("T >= 1; width at least 1: one token", 1, 0, 1)
      .on("a window of 2", 4, 0, 2)
      .on("a window of 1", 3, 0, 1)
      .on("it may be larger than T", 3, 0, 7)
      .on("a prefix of 2, and then each for itself", 4, 2, 1)
      .on("between 0 and T: all is prefix", 3, 3, 1)
      .on("a prefix of 1, a window of 2", 5, 1, 2)
      .on_random([](Draw& draw) {
        const uword tokens = draw.size("tokens", 1, 6);
        const uword prefix = draw.size("prefix", 0, tokens);
        return std::tuple(tokens, prefix, draw.size("width", 1, 7));
      });

  course.EXERCISE(visible_softmax)
      .expects(pattern_of_seen)
      .on("a query that sees nothing", mat{{1, 2}}, umat{{0, 0}})
      .on("the future of two tokens is masked", mat{{0, 1}, {2, 3}}, umat{{1, 0}, {1, 1}})
      .on("one seen, one not, one blind", mat{{1, 2}, {3, 4}, {5, 6}}, umat{{1, 0}, {0, 1}, {0, 0}})
      .on("thousands too", mat{{2000, 2001, 0}}, umat{{1, 1, 1}})
      .on("those of unseen keys may be the largest", mat{{0, 1, 1000}}, umat{{1, 1, 0}})
      .on("thousands too: one row far above the other", mat{{2000, 2000}, {0, 1}},
          umat{{1, 1}, {1, 1}})
      .on("thousands too: all below 0", mat{{-2000, -2001}}, umat{{1, 1}})
      .on("any finite scores", mat{{100'000, 99'999}}, umat{{1, 1}})
      .on("any finite scores: the one that is seen below any mask", mat{{-1e300, 5}}, umat{{1, 0}})
      .on("thousands too: of both signs", mat{{-3000, 2000, -3000}}, umat{{1, 1, 1}})
      .on("thousands too: the first far above the others", mat{{2000, -3000, -3000}},
          umat{{1, 1, 1}})
      .on_random([](Draw& draw) {
        const uword n_q = draw.size("n_q", 1, 3), n_k = draw.size("n_k", 1, 4);
        const mat S = draw.whole("S", n_q, n_k, 3);
        return std::tuple(S, zeros_and_ones(draw, "M", n_q, n_k));
      });

  course.EXERCISE(causal_attention)
      .expects(causal_outputs)
      .on("1 <= n_q <= n_k: one token hears itself", number(2), number(3), number(5))
      .on("the last of two tokens, of one number", number(1), mat{{1, 2}}, mat{{3, 5}})
      .on("two tokens of one number", mat{{1, 2}}, mat{{1, -1}}, mat{{3, 5}})
      .on("two tokens", two, two, mat{{1, 2}})
      .on("three tokens", three, mat{{0, 1, 1}, {1, 1, 0}}, row_of_three)
      .on("the last of three tokens", vec{1, 2}, three, row_of_three)
      .on("d = 4, values of one number", mat(4, 2, arma::fill::ones),
          mat{{1, 0}, {1, 0}, {0, 2}, {0, 1}}, mat{{0, 1}})
      .on("scores may be thousands", mat{{2000, 2000}}, mat{{1, 1.001}}, mat{{0, 1}})
      .on("a masked score of two thousand", mat{{2000, 0, 0}}, mat{{0, 1, 1}}, row_of_three)
      .on("scores may be thousands: one row far above the other", mat{{2000, 0}}, mat{{1, 1}},
          mat{{3, 5}})
      .on("scores may be thousands: all below 0", mat{{-2000, -2000}}, mat{{1, 1.001}}, mat{{0, 1}})
      .on("scores may be thousands: of both signs", number(1000), mat{{-3, 2, -3}}, row_of_three)
      .on_random([](Draw& draw) {
        const uword d = draw.size("d", 1, 3), m = draw.size("m", 1, 2);
        const uword n_q = draw.size("n_q", 1, 3), before = draw.size("n_k - n_q", 0, 2);
        const mat Q = draw.whole("Q", d, n_q), K = draw.whole("K", d, n_q + before);
        return std::tuple(Q, K, draw.whole("V", m, n_q + before));
      });

  course.EXERCISE(next_token_loss)
      .expects(mean_surprise)
      .mistake("a small number that keeps the logarithm finite changes the loss: with 1e-12, no "
               "loss exceeds 27.6. Write ln q as the logit less the logarithm of the sum",
               number_inside_the_logarithm)
      .on("K >= 2; each below N: all alike, of two", mat(2, 2, arma::fill::zeros), uvec{0, 1})
      .on("sure, and right", mat{{0, 0}, {5, 0}}, uvec{0, 1})
      .on("the last column is about nobody", mat{{0, 9}, {0, 7}}, uvec{1, 0})
      .on("three tokens of three", mat{{0, 1, 2}, {3, 0, 1}, {1, 1, 4}}, uvec{2, 1, 0})
      .on("thousands too", mat{{3000, 0}, {3001, 0}}, uvec{1, 0})
      .on("sure, and wrong", mat{{3000, 0}, {0, 0}}, uvec{0, 1})
      .on("thousands too: one column far above the other", mat{{3000, 0, 0}, {3000, 1, 0}},
          uvec{0, 1, 1})
      .on("thousands too: all below 0", mat{{-3000, 0}, {-3001, 0}}, uvec{0, 1})
      .on("of any finite size", mat{{100'000, 0}, {99'999, 0}}, uvec{1, 0})
      .on("thousands too: of both signs", mat{{-3000, 0}, {2000, 0}, {-3000, 0}}, uvec{0, 1})
      .on("thousands too: the first far above the others", mat{{2000, 0}, {-3000, 0}, {-3000, 0}},
          uvec{0, 1})
      .on_random([](Draw& draw) {
        const uword N = draw.size("N", 1, 4), K = draw.size("K", 2, 4);
        uvec tokens(K);
        for (uword& token : tokens)
          token = draw.size("token", 0, N - 1);
        return std::tuple(draw.whole("logits", N, K, 3), tokens);
      });

  course.EXERCISE(cached_step)
      .expects(step_on_whole_text)
      .on("of t >= 0 tokens: the first token, of one number", Cache{mat(1, 0), mat(1, 0)}, vec{2},
          vec{3}, vec{5})
      .on("of t >= 0 tokens: the first token", Cache{mat(2, 0), mat(1, 0)}, vec{1, 2}, vec{3, 4},
          vec{5})
      .on("the second token", Cache{vec{1, 0}, vec{7}}, vec{1, 1}, vec{0, 2}, vec{3})
      .on("the third token, d = 2, m = 2", Cache{two, mat{{1, 2}, {3, 4}}}, vec{2, -1}, vec{1, 1},
          vec{0, 6})
      .on("d = 4, m = 1", Cache{mat(4, 1, arma::fill::zeros), vec{1}}, arma::ones(4), arma::ones(4),
          vec{2})
      .on("scores may be thousands", Cache{vec{1}, vec{1}}, vec{2000}, vec{1.001}, vec{3})
      .on("scores may be thousands: all below 0", Cache{vec{1}, vec{1}}, vec{-2000}, vec{1.001},
          vec{3})
      .on("scores may be thousands: of both signs", Cache{mat{{-3, 2}}, mat{{0, 1}}}, vec{1000},
          vec{-3}, vec{2})
      .on("scores may be thousands: the first far above the others",
          Cache{mat{{2, -3}}, mat{{0, 1}}}, vec{1000}, vec{-3}, vec{2})
      .on_random([](Draw& draw) {
        const uword d = draw.size("d", 1, 3), m = draw.size("m", 1, 2), t = draw.size("t", 0, 3);
        const Cache cache{draw.whole("K", d, t), draw.whole("V", m, t)};
        const vec q = draw.whole("q", d, 1), k = draw.whole("k", d, 1);
        return std::tuple(cache, q, k, vec(draw.whole("v", m, 1)));
      });

  course.EXERCISE(generation_cost)
      .expects(cost_of_writing)
      .on("one token", 1, 1, 1)
      .on("two tokens", 5, 3, 2)
      .on("three tokens of one number", 1, 1, 3)
      .on("may be larger than 2^32: a head of GPT-2 small, and all places that it has", 768, 64,
          1024)
      .on_random([](Draw& draw) {
        const uword n = draw.size("n", 1, 9), d = draw.size("d", 1, 5);
        return std::tuple(n, d, draw.size("T", 1, 6));
      });

  course.EXERCISE(seen_through)
      .expects(heard_of)
      .on("at least one; a token need not see itself: one layer that sees nothing",
          Layers{umat{{0, 0}, {0, 0}}})
      .on("one causal layer", Layers{umat{{1, 0}, {1, 1}}})
      .on("a window of 2, twice", Layers{window_and_prefix(4, 0, 2), window_and_prefix(4, 0, 2)})
      .on("1 asks 0, then 2 asks 1",
          Layers{umat{{0, 0, 0}, {1, 0, 0}, {0, 0, 0}}, umat{{0, 0, 0}, {0, 0, 0}, {0, 1, 0}}})
      .on("2 asks 1, then 1 asks 0",
          Layers{umat{{0, 0, 0}, {0, 0, 0}, {0, 1, 0}}, umat{{0, 0, 0}, {1, 0, 0}, {0, 0, 0}}})
      .on("there may be 70: each of two tokens asks the other", Layers(70, umat{{0, 1}, {1, 0}}))
      .on_random([](Draw& draw) {
        const uword T = draw.size("T", 1, 4), L = draw.size("L", 1, 3);
        Layers layers;
        for (uword l = 0; l < L; ++l)
          layers.push_back(zeros_and_ones(draw, fmt::format("layer {}", l), T, T));
        return std::tuple(layers);
      });

  course.EXERCISE(leaking_keys)
      .domain([](const mat& Q, const mat&) { return Q.n_cols >= 2 && !Q.col(0).is_zero(); })
      .property("the result is finite and has the shape of K",
                [](const mat&, const mat& K, const mat& changed) {
                  return arma::size(changed) == arma::size(K) && changed.is_finite();
                })
      .property("no column but the last differs from K's",
                [](const mat&, const mat& K, const mat& changed) {
                  return arma::approx_equal(K.head_cols(K.n_cols - 1),
                                            changed.head_cols(K.n_cols - 1), "absdiff", 0);
                })
      .property("B_00 is half of what it was",
                [](const mat& Q, const mat& K, const mat& changed) {
                  // Scores are below 4000: 2^-53 of that is 5e-13, and a few roundings are made.
                  const double lost = first_weight(Q, K) - first_weight(Q, changed);
                  return std::abs(lost - std::log(2.)) < 1e-9;
                })
      .on("T >= 2: two tokens of one number", mat{{1, 1}}, mat{{0, 0}})
      .on("a query of 2", mat{{2, 0}}, mat{{1, 3}})
      .on("three tokens, d = 2", three, mat{{0, 1, 1}, {1, 1, 0}})
      .on("d = 4", mat(4, 2, arma::fill::ones), mat{{1, 0}, {1, 0}, {0, 2}, {0, 1}})
      .on("Scores may be thousands", mat{{2000, 1}}, mat{{1, 1.001}})
      .on_random([](Draw& draw) {
        const uword d = draw.size("d", 1, 3), T = draw.size("T", 2, 4);
        mat Q = draw.whole("Q", d, T);
        if (Q.col(0).is_zero())
          Q(0, 0) = 1;
        return std::tuple(Q, draw.whole("K", d, T));
      });

  course.EXERCISE(running_attention)
      .expects(means_so_far)
      .within({.absolute = 1e-9, .relative = 1e-9})
      .on("T >= 1: one token", vec{3}, number(5))
      .on("all alike: the mean so far", vec{0, 0, 0}, mat{{3, 6, 0}})
      .on("two numbers in a value", vec{0, 1, 2}, three)
      .on("all far below 0", vec{-1000, -1001}, mat{{0, 1}})
      .on("they may be thousands, and rise", vec{0, 1000, 2000}, row_of_three)
      .on("they may be thousands: falling", vec{2000, 1000, 0}, row_of_three)
      .on("the largest comes in between", vec{1, 3, 2}, row_of_three)
      .on_random([](Draw& draw) {
        const uword T = draw.size("T", 1, 5), m = draw.size("m", 1, 2);
        const vec s = draw.whole("s", T, 1, 3);
        return std::tuple(s, draw.whole("V", m, T));
      })
      .on_large("a million tokens",
                "T is 10^6 here: T^2 terms take minutes, and a T x T matrix of weights is 8 TB",
                [] {
                  constexpr uword T = 1'000'000;
                  return std::tuple(vec(some(T, 1, 1)), some(1, T, 2));
                });
}
