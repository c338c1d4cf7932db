#include "epreuve/exercises/course.hpp"
#include "epreuve/gpt2/model.hpp"
#include "epreuve/gpt2/trace.hpp"
#include "epreuve/gpt2/weights.hpp"

#include <exercises.hpp>

#include <cmath>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace epreuve;
using namespace epreuve::exercises;
using arma::mat;
using arma::uvec;
using arma::uword;
using exercise::Head;

namespace {

// --- the formulas, by another way than the solutions ----------------------------------------

/// Frobenius norm of left right^T, by a thin QR of each: the products have n x n entries.
double norm_of_product(const mat& left, const mat& right)
{
  mat Q, R_left, R_right;
  arma::qr_econ(Q, R_left, left);
  arma::qr_econ(Q, R_right, right);
  return arma::norm(R_left * R_right.t(), "fro");
}

double norm_of_scores(const Head& head)
{
  return norm_of_product(head.W_Q.t(), head.W_K.t());
}

double norm_of_writing(const Head& head)
{
  return norm_of_product(head.W_O, head.W_V.t());
}

/// Norm of A C, A of the head that reads, C of the one that writes.
double norm_of_reading(const Head& reader, const Head& writer)
{
  return norm_of_product(reader.W_Q.t(), mat(reader.W_K * writer.W_O * writer.W_V).t());
}

/// Sum of the weights so many places back.
double sum_back(const mat& pattern, uword back)
{
  return arma::accu(pattern.diag(-static_cast<arma::sword>(back)));
}

/// The mean, over the queries whose token occurred before, of the weight on its earlier copies.
double share_of_copies(const mat& pattern, const uvec& tokens)
{
  double sum = 0, queries = 0;
  for (uword i = 0; i < tokens.n_elem; ++i) {
    const arma::rowvec row = pattern.row(i);
    const uvec copies = arma::find(tokens.head(i) == tokens(i));
    sum += arma::accu(row.elem(copies));
    queries += copies.is_empty() ? 0 : 1;
  }
  return queries == 0 ? 0 : sum / queries;
}

/// The least sum of squares that a rotation can leave: |X|^2 + |Y|^2 - 2 (s_1 + ... ± s_d), s the
/// singular values of Y X^T; the sign is that of its determinant.
double least_error(const mat& X, const mat& Y)
{
  const mat YX = Y * X.t();
  const arma::vec sigma = arma::svd(YX);
  const double last = arma::det(YX) < 0 ? 2 * sigma.back() : 0;
  return arma::accu(X % X) + arma::accu(Y % Y) - 2 * (arma::accu(sigma) - last);
}

// --- inputs ---------------------------------------------------------------------------------

uword draw_size(Draw& draw, const std::string& name, long low, long high)
{
  return static_cast<uword>(draw.integer(name, low, high));
}

/// Rows of simple fractions that sum to 1, nothing right of the diagonal.
mat draw_pattern(Draw& draw, uword K)
{
  mat A = arma::trimatl(draw.integer_matrix("A", K, K, 0, 4));
  for (uword i = 0; i < K; ++i) {
    if (arma::accu(A.row(i)) == 0)
      A(i, i) = 1;
    A.row(i) /= arma::accu(A.row(i));
  }
  return A;
}

/// A matrix of small whole numbers, not all of them 0.
mat draw_factor(Draw& draw, const std::string& name, uword rows, uword columns)
{
  mat M = draw.integer_matrix(name, rows, columns, -3, 3);
  M(0, 0) = 4;
  return M;
}

Head draw_head(Draw& draw, const std::string& name, uword d, uword n)
{
  const mat W_Q = draw_factor(draw, name + " W_Q", d, n);
  const mat W_K = draw_factor(draw, name + " W_K", d, n);
  const mat W_V = draw_factor(draw, name + " W_V", d, n);
  return {W_Q, W_K, W_V, draw_factor(draw, name + " W_O", n, d)};
}

/// A rotation of the plane, or of space: about the third axis, then about the first.
mat rotation(uword d, double first, double second)
{
  mat R = arma::eye(d, d);
  R.submat(0, 0, 1, 1) = {{std::cos(first), -std::sin(first)}, {std::sin(first), std::cos(first)}};
  if (d == 2)
    return R;
  mat S = arma::eye(d, d);
  S.submat(1, 1, 2, 2) = {{std::cos(second), -std::sin(second)},
                          {std::sin(second), std::cos(second)}};
  return S * R;
}

/// Points that leave no doubt which rotation is closest.
std::tuple<mat, mat> draw_points(Draw& draw)
{
  const uword d = draw_size(draw, "d", 2, 3);
  const uword N = draw_size(draw, "N", static_cast<long>(d), 5);
  mat X = draw.integer_matrix("X", d, N, -1, 1) / 2;
  X.head_cols(d) += arma::diagmat(3 * arma::regspace(1, static_cast<double>(d)));
  const double first = draw.real("first angle", -3, 3);
  const double second = draw.real("second angle", -3, 3);
  mat R = rotation(d, first, second);
  if (draw.integer("mirrored", 0, 1) == 1)
    R.col(0) *= -1;
  const mat Y = R * X + draw.integer_matrix("noise", d, N, -1, 1) / 8;
  return {X, Y};
}

/// The matrix that the document prints for head 4.11 of "The dog is black".
const mat printed{{1, 0, 0, 0},
                  {9.9992e-1, 7.8670e-5, 0, 0},
                  {2.3590e-6, 9.9987e-1, 1.2841e-4, 0},
                  {9.9210e-8, 1.6798e-8, 1, 1.6479e-7}};

/// A model before its training, drawn by the library: two layers of two heads.
const gpt2::Weights<double>& small_model()
{
  static const gpt2::Weights<double> weights = [] {
    gpt2::Config config;
    config.layers = 2, config.heads = 2, config.n = 8;
    config.N = 5, config.context = 6, config.mlp = 32;
    return gpt2::random_weights<double>(config, 18);
  }();
  return weights;
}

const uvec small_text{3, 1, 4, 1, 3, 1};

mat small_pattern(uword layer, uword head)
{
  const std::string name = fmt::format("blocks.{}.attn.pattern", layer);
  gpt2::Trace<double> trace({name});
  gpt2::Model<double>(small_model())
      .logits(arma::conv_to<std::vector<gpt2::Token>>::from(small_text), &trace);
  return trace.matrix(name, head);
}

Head small_head(uword layer, uword head)
{
  const gpt2::Block<double>& block = small_model().blocks.at(layer);
  const uword n = small_model().config.n, d = small_model().config.head_size();
  const auto rows = [&](uword which) {
    const uword first = which * n + head * d;
    return mat(block.qkv.neurons.cols(first, first + d - 1).t());
  };
  const mat W_O = block.heads.neurons.rows(head * d, head * d + d - 1).t();
  return {rows(0), rows(1), rows(2), W_O};
}

/// Numbers without a pattern, between -1.25 and 1.25.
mat some(uword rows, uword columns, uword seed)
{
  mat made(rows, columns);
  for (uword i = 0; i < made.n_elem; ++i)
    made[i] = (static_cast<double>((7 * i * i + 3 * i + 5 * seed) % 11) - 5) / 4;
  return made;
}

constexpr uword wide = 20000; ///< a matrix with so many rows and columns has 3.2 GB
constexpr Closeness close_enough{.absolute = 1e-10, .relative = 1e-8};

} // namespace

CHECKS(course)
{
  course.EXERCISE(weight_back)
      .domain([](const mat& pattern, uword) { return pattern.is_trimatl(); })
      .expects([](const mat& pattern, uword back) {
        return sum_back(pattern, back) / static_cast<double>(pattern.n_rows - back);
      })
      .on("one token", mat(1, 1, arma::fill::ones), 0)
      .on("0 <= back < K: two tokens, one back", mat{{1, 0}, {0.25, 0.75}}, 1)
      .on("two tokens, itself", mat{{1, 0}, {0.25, 0.75}}, 0)
      .on("the printed matrix of head 4.11, one back", printed, 1)
      .on("the printed matrix of head 4.11, itself", printed, 0)
      .on("the printed matrix of head 4.11, two back", printed, 2)
      .on("a head of a small random model", small_pattern(1, 0), 2)
      .on_random([](Draw& draw) {
        const uword K = draw_size(draw, "K", 1, 6);
        const uword back = draw_size(draw, "back", 0, static_cast<long>(K) - 1);
        return std::tuple(draw_pattern(draw, K), back);
      });

  course.EXERCISE(duplicate_token_score)
      .domain([](const mat& pattern, const uvec&) { return pattern.is_trimatl(); })
      .expects(share_of_copies)
      .on("0 if no token occurs in the text twice", mat{{1, 0}, {0.5, 0.5}}, uvec{4, 2})
      .on("a token twice", mat{{1, 0}, {0.25, 0.75}}, uvec{4, 4})
      .on("a token three times", mat{{1, 0, 0}, {0.5, 0.5, 0}, {0.125, 0.25, 0.625}}, uvec{4, 4, 4})
      .on("two tokens in turn",
          mat{{1, 0, 0, 0}, {0.5, 0.5, 0, 0}, {0.125, 0.25, 0.625, 0}, {0, 0.75, 0.125, 0.125}},
          uvec{1, 2, 1, 2})
      .on("the printed matrix of head 4.11: no word stands twice", printed,
          uvec{464, 3290, 318, 2042})
      .on("a head of a small random model", small_pattern(0, 1), small_text)
      .on_random([](Draw& draw) {
        const uword K = draw_size(draw, "K", 1, 6);
        uvec tokens(K);
        for (uword& token : tokens)
          token = draw_size(draw, "token", 0, 2);
        return std::tuple(draw_pattern(draw, K), tokens);
      });

  course.EXERCISE(match)
      .domain(
          [](const mat& W_Q, const mat& W_K) { return norm_of_product(W_Q.t(), W_K.t()) > 1e-9; })
      .expects([](const mat& W_Q, const mat& W_K) {
        return arma::accu(W_Q % W_K) / norm_of_product(W_Q.t(), W_K.t());
      })
      .within(close_enough)
      .on("d = 1: a projection onto a line", mat{{1, 2}}, mat{{1, 2}})
      .on("d = 1: another direction", mat{{1, 2}}, mat{{3, -1}})
      .on("d = 2: an orthogonal projection reaches sqrt(2)", mat{{1, 0, 0}, {0, 1, 0}},
          mat{{1, 0, 0}, {0, 1, 0}})
      .on("d = 2: its negative", mat{{1, 0, 0}, {0, 1, 0}}, mat{{-1, 0, 0}, {0, -1, 0}})
      .on("d = 2, n = 3", mat{{1, 2, 0}, {0, 1, 1}}, mat{{1, 0, 1}, {2, 1, 0}})
      .on("a head of a small random model", small_head(0, 1).W_Q, small_head(0, 1).W_K)
      .on("n = 20 000", some(2, wide, 1), some(2, wide, 2))
      .on_random([](Draw& draw) {
        const uword d = draw_size(draw, "d", 1, 3);
        const uword n = draw_size(draw, "n", static_cast<long>(d), 5);
        const mat W_Q = draw_factor(draw, "W_Q", d, n);
        return std::tuple(W_Q, draw_factor(draw, "W_K", d, n));
      })
      .on_large("n = 500 000",
                "A has n^2 entries, 2.5 10^11 here (2 TB): too many to compute, even "
                "one at a time",
                [] { return std::tuple(some(2, 500'000, 1), some(2, 500'000, 2)); });

  course.EXERCISE(nearest_rotation)
      .property("the columns of R are orthonormal: R^T R = I",
                [](const mat& X, const mat&, const mat& R) {
                  return arma::size(R) == arma::size(X.n_rows, X.n_rows) &&
                         arma::abs(R.t() * R - arma::eye(arma::size(R))).max() < 1e-9;
                })
      .property("R is a rotation: det R = 1",
                [](const mat&, const mat&, const mat& R) { return arma::det(R) > 0; })
      .property("no rotation comes closer",
                [](const mat& X, const mat& Y, const mat& R) {
                  const double size = arma::accu(X % X) + arma::accu(Y % Y);
                  return arma::accu(arma::square(R * X - Y)) <= least_error(X, Y) + 1e-9 * size;
                })
      .on("d >= 2: a quarter turn", mat{{2, 0}, {0, 1}}, mat{{0, -1}, {2, 0}})
      .on("nothing to turn", mat{{2, 0}, {0, 1}}, mat{{2, 0}, {0, 1}})
      .on("A reflection, det R = -1, may come closer", mat{{3, 0}, {0, 1}}, mat{{3, 0}, {0, -1}})
      .on("a mirror image in space", mat{{3, 0, 0}, {0, 2, 0}, {0, 0, 1}},
          mat{{-3, 0, 0}, {0, 2, 0}, {0, 0, 1}})
      .on("three points in the plane", mat{{3, 0, 1}, {0, 1, 1}}, mat{{2, -1, 0}, {2, 0.5, 1.5}})
      .on("a helix, a step on", mat{{3, 2.7, 1.9, 0.8}, {0, 1.3, 2.3, 2.9}, {0.1, 0.2, 0.3, 0.4}},
          mat{{2.7, 1.9, 0.8, -0.5}, {1.3, 2.3, 2.9, 3}, {0.2, 0.3, 0.4, 0.5}})
      .on("several are equally close", mat{{1, 0}, {0, 1}}, mat{{1, 0}, {0, -1}})
      .on("fewer points than coordinates", mat(arma::vec{2, 0, 0}), mat(arma::vec{0, 2, 0}))
      .on_random(draw_points);

  course.EXERCISE(composition)
      .domain([](const Head& first, const Head& second) {
        return norm_of_scores(second) > 1e-9 && norm_of_writing(first) > 1e-9;
      })
      .expects([](const Head& first, const Head& second) {
        return norm_of_reading(second, first) / (norm_of_scores(second) * norm_of_writing(first));
      })
      .within(close_enough)
      .on("keys read just what was written",
          Head{mat{{1, 0}}, mat{{1, 0}}, mat{{1, 0}}, arma::vec{0, 1}},
          Head{mat{{1, 0}}, mat{{0, 1}}, mat{{1, 0}}, arma::vec{1, 0}})
      .on("keys read nothing of it", Head{mat{{1, 0}}, mat{{1, 0}}, mat{{1, 0}}, arma::vec{0, 1}},
          Head{mat{{0, 1}}, mat{{1, 0}}, mat{{0, 1}}, arma::vec{0, 1}})
      .on("d = 1, n = 2", Head{mat{{1, 2}}, mat{{0, 1}}, mat{{3, 1}}, arma::vec{1, -1}},
          Head{mat{{2, 1}}, mat{{1, 3}}, mat{{1, 1}}, arma::vec{2, 1}})
      .on("d = 2, n = 3", Head{some(2, 3, 1), some(2, 3, 2), some(2, 3, 3), some(3, 2, 4)},
          Head{some(2, 3, 5), some(2, 3, 6), some(2, 3, 7), some(3, 2, 8)})
      .on("two heads of a small random model", small_head(0, 1), small_head(1, 0))
      .on("n = 20 000",
          Head{some(2, wide, 1), some(2, wide, 2), some(2, wide, 3), some(wide, 2, 4)},
          Head{some(2, wide, 5), some(2, wide, 6), some(2, wide, 7), some(wide, 2, 8)})
      .on_random([](Draw& draw) {
        const uword n = draw_size(draw, "n", 2, 4);
        const uword d_first = draw_size(draw, "d of the first", 1, 2);
        const Head first = draw_head(draw, "first", d_first, n);
        const uword d_second = draw_size(draw, "d of the second", 1, 2);
        return std::tuple(first, draw_head(draw, "second", d_second, n));
      })
      .on_large("n may be 250 000",
                "A and C have n^2 entries, 6 10^10 here (500 GB): too many to compute, even one at "
                "a time",
                [] {
                  constexpr uword n = 250'000;
                  return std::tuple(
                      Head{some(2, n, 1), some(2, n, 2), some(2, n, 3), some(n, 2, 4)},
                      Head{some(2, n, 5), some(2, n, 6), some(2, n, 7), some(n, 2, 8)});
                });
}
