#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/exercises/course.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"

#include <exercises.hpp>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace epreuve;
using namespace epreuve::exercises;
using arma::mat;
using arma::uword;
using arma::vec;
using exercise::Layer;
using Matrices = std::vector<mat>;

namespace {

/// A divisor of `all`.
uword divisor(Draw& draw, const std::string& name, uword all)
{
  std::vector<uword> divisors;
  for (uword d = all; d >= 1; --d)
    if (all % d == 0)
      divisors.push_back(d);
  return draw.one_of(name, divisors);
}

mat number(double value)
{
  return mat(1, 1, arma::fill::value(value));
}

mat unit(uword n)
{
  return mat(n, n, arma::fill::eye);
}

/// Takes block h out of H blocks of r rows, by a product from the left.
mat selection(uword H, uword h, uword r)
{
  return arma::kron(mat(unit(H).row(h)), unit(r));
}

mat column(std::initializer_list<double> entries)
{
  return vec(entries);
}

/// A layer of H heads, of which G have keys and values.
Layer drawn_layer(Draw& draw, uword H, uword G, uword n)
{
  const uword r = draw.size("r", 1, 2);
  Layer layer;
  layer.W_Q = draw.whole("W_Q", H * r, n);
  layer.W_K = draw.whole("W_K", G * r, n);
  layer.W_V = draw.whole("W_V", G * r, n);
  layer.W_O = draw.whole("W_O", n, H * r);
  return layer;
}

/// Head by head, and then the sum: nothing is put together first.
mat sum_of_heads(const Layer& layer, uword H, uword G, const mat& x, bool causal)
{
  const uword r = layer.W_Q.n_rows / H;
  mat sum(layer.W_O.n_rows, x.n_cols, arma::fill::zeros);
  for (uword h = 0; h < H; ++h) {
    const uword own = h * r, shared = h * G / H * r;
    const mat Q = layer.W_Q.rows(own, own + r - 1) * x,
              K = layer.W_K.rows(shared, shared + r - 1) * x,
              V = layer.W_V.rows(shared, shared + r - 1) * x;
    const mat A = causal ? attention::causal_pattern(Q, K) : attention::attention_pattern(Q, K);
    sum += layer.W_O.cols(own, own + r - 1) * attention::head_output(V, A);
  }
  return sum;
}

/// Column by column: what M does to each unit matrix.
mat matrix_of_direct_sum(const Matrices& W, const Matrices& A)
{
  uword n = 0;
  for (const mat& W_h : W)
    n += W_h.n_rows;
  const uword K = A.front().n_rows;
  mat M(n * K, n * K);
  for (uword c = 0; c < n * K; ++c) {
    mat x(n, K, arma::fill::zeros), y = x;
    x(c) = 1;
    for (uword h = 0, first = 0; h < W.size(); first += W[h].n_rows, ++h) {
      const arma::span rows(first, first + W[h].n_rows - 1);
      y.rows(rows.a, rows.b) = W[h] * x.rows(rows.a, rows.b) * A[h].t();
    }
    M.col(c) = arma::vectorise(y);
  }
  return M;
}

/// U V^T has the rank of U^T U V^T V, which is H x H: no vector but 0 of the span of U is orthogonal to all of it.
/// All entries are whole numbers below 2^53, and the rank is exact.
uword fewest(const Matrices& A, const Matrices& W)
{
  mat U, V;
  for (uword h = 0; h < A.size(); ++h) {
    U = arma::join_rows(U, arma::vectorise(A[h]));
    V = arma::join_rows(V, arma::vectorise(W[h]));
  }
  return instruments::rank(instruments::RationalMatrix(U.t() * U) *
                           instruments::RationalMatrix(V.t() * V));
}

/// The trace of the product of the two projectors, which are A (A^T A)^{-1} A^T and likewise.
double trace_of_projectors(const mat& A, const mat& B)
{
  const mat product = arma::solve(A.t() * A, A.t() * B) * arma::solve(B.t() * B, B.t() * A);
  return arma::trace(product) / double(std::min(A.n_cols, B.n_cols));
}

/// Two heads on tokens of three numbers, easily told apart.
const Layer& two_heads()
{
  static const Layer layer{{{1, 0, 0}, {0, 1, 0}},
                           {{0, 1, 0}, {1, 0, 1}},
                           {{1, 2, 0}, {0, 0, 3}},
                           {{1, 0}, {0, 1}, {2, -1}}};
  return layer;
}

/// Two heads of dimension 2 on tokens of one number.
const Layer& wide_heads()
{
  static const Layer layer{
      column({1, 2, 0, -1}), column({1, 0, 1, 1}), column({1, 2, 3, 5}), {{1, 10, 100, 1000}}};
  return layer;
}

/// Inputs as small as an input can be, so that an answer that is wrong on one of them is shown it, with something to do
/// for each part: on tokens of one number.
namespace small {

const Layer one_head{number(1), number(-1), number(3), number(5)},
    two_heads{column({1, 2}), column({1, -1}), column({3, 5}), {{1, 10}}};

} // namespace small

/// Four heads in two groups, on tokens of one number.
const Layer& four_in_two()
{
  static const Layer layer{
      column({1, 2, -1, 0}), column({1, -1}), column({3, 5}), {{1, 10, 100, 1000}}};
  return layer;
}

/// 10 x 10 whole numbers, without a pattern and of at most 500 in magnitude.
mat scattered(uword seed)
{
  mat X(10, 10);
  for (uword i = 0; i < X.n_elem; ++i)
    X(i) = double((i + 1) * (i + seed) * seed % 1001) - 500;
  return X;
}

} // namespace

CHECKS(course)
{
  const mat one_to_six{{1, 2}, {3, 4}, {5, 6}};
  const mat sentence{{1, 0, 2}, {0, 1, -1}, {1, 1, 0}};

  course.EXERCISE(split)
      .expects([](const mat& Q, uword H) {
        Matrices heads;
        for (uword h = 0; h < H; ++h)
          heads.push_back(selection(H, h, Q.n_rows / H) * Q);
        return heads;
      })
      .on("two heads of one row, one token", column({3, 5}), 2)
      .on("one head of one row, two tokens", mat{{3, 5}}, 1)
      .on("one head has everything", one_to_six, 1)
      .on("heads of one row", one_to_six, 3)
      .on("two heads of three rows", mat{{1, 2}, {3, 4}, {5, 6}, {7, 8}, {9, 10}, {11, 12}}, 2)
      .on("three heads of two rows, one token", column({1, 2, 3, 4, 5, 6}), 3)
      .on_random([](Draw& draw) {
        const uword H = draw.size("H", 1, 3), r = draw.size("r", 1, 3), K = draw.size("K", 1, 3);
        return std::tuple(draw.whole("Q", H * r, K, 9), H);
      });

  course.EXERCISE(read_by_head)
      .expects([](const mat& W, uword H, uword h) {
        return mat(arma::kron(unit(3), selection(H, h, W.n_rows / (3 * H))) * W);
      })
      .on("one head", column({1, 2, 3}), 1, 0)
      .on("0 <= h < H: the second of two", column({1, 2, 3, 4, 5, 6}), 2, 1)
      .on("the first of two, r = 2, tokens of one number", mat(arma::regspace(1, 12)), 2, 0)
      .on("the first of two, r = 2", mat(arma::reshape(arma::regspace(1, 24), 12, 2)), 2, 0)
      .on_random([](Draw& draw) {
        const uword H = draw.size("H", 1, 3), r = draw.size("r", 1, 2), n = draw.size("n", 1, 2);
        const mat W = draw.whole("W", 3 * H * r, n, 9);
        return std::tuple(W, H, draw.size("h", 0, H - 1));
      });

  course.EXERCISE(multi_head)
      .expects([](const Layer& layer, uword H, const mat& x, bool causal) {
        return sum_of_heads(layer, H, H, x, causal);
      })
      .on("one head, one token", small::one_head, 1, number(2), false)
      .on("one head, two tokens", small::one_head, 1, mat{{1, 2}}, false)
      .on("one head, two tokens, causal", small::one_head, 1, mat{{1, 2}}, true)
      .on("two heads, one token", small::two_heads, 2, number(2), false)
      .on("one token hears itself", wide_heads(), 2, number(1), false)
      .on("two heads of dimension 1", two_heads(), 2, sentence, false)
      .on("the same, causal", two_heads(), 2, sentence, true)
      .on("one head of dimension 2", two_heads(), 1, sentence, false)
      .on("two heads of dimension 2, tokens of one number", wide_heads(), 2, mat{{1, -1, 2}}, true)
      .on("thousands too", wide_heads(), 2, mat{{40, -50}}, false)
      .on("thousands too: one row far above the other", wide_heads(), 2, mat{{1, 100, 101}}, false)
      .on("thousands too: all below 0", Layer{number(-40), number(50), number(1), number(1)}, 1,
          mat{{1, 1.1}}, false)
      .on("may be of any finite size", Layer{{{1, 0}}, {{0, 1}}, {{0, 1}}, column({1, 1})}, 1,
          mat{{1e5, 1e5}, {1, 1.00001}}, false)
      .on("may be of any finite size: -10^10 beside the future",
          Layer{number(-1e5), number(1e5), number(1), number(1)}, 1, mat{{1, 1.1}}, true)
      .on("thousands too: of both signs", Layer{{{1, 0}}, {{0, 1}}, {{0, 1}}, column({1, 1})}, 1,
          mat{{1000, 0, 0}, {-3, 2, -3}}, false)
      .on_random([](Draw& draw) {
        const uword H = draw.size("H", 1, 3), n = draw.size("n", 1, 3), K = draw.size("K", 1, 3);
        const Layer layer = drawn_layer(draw, H, H, n);
        const mat x = draw.whole("x", n, K);
        return std::tuple(layer, H, x, draw.integer("causal", 0, 1) == 1);
      });

  course.EXERCISE(said_by_each)
      .expects([](const mat& W_O, const Matrices& z) {
        Matrices said;
        uword column = 0;
        for (const mat& z_h : z) {
          mat y(W_O.n_rows, z_h.n_cols, arma::fill::zeros);
          for (uword i = 0; i < z_h.n_rows; ++i, ++column)
            y += W_O.col(column) * z_h.row(i);
          said.push_back(y);
        }
        return said;
      })
      .on("two heads of one row, one token", mat{{1, 10}}, Matrices{number(2), number(3)})
      .on("one head, tokens of two numbers", column({2, 3}), Matrices{number(5)})
      .on("one head says everything", mat{{1, 2}}, Matrices{column({3, 5})})
      .on("two heads of one row", mat{{1, 10}, {2, 20}}, Matrices{{{1, 2}}, {{3, 4}}})
      .on("two heads of two rows", mat{{1, 10, 100, 1000}},
          Matrices{column({1, 2}), column({3, 4})})
      .on("the m_h may differ", mat{{1, 10, 100}}, Matrices{number(2), column({3, 4})})
      .on("heads of two rows and of one", mat{{1, 10, 100}}, Matrices{column({2, 3}), number(4)})
      .on_random([](Draw& draw) {
        const uword H = draw.size("H", 1, 3), n = draw.size("n", 1, 3), K = draw.size("K", 1, 2);
        Matrices z;
        uword rows = 0;
        for (uword h = 0; h < H; ++h) {
          const uword m = draw.size(fmt::format("m_{}", h), 1, 2);
          z.push_back(draw.whole(fmt::format("z_{}", h), m, K));
          rows += m;
        }
        return std::tuple(draw.whole("W_O", n, rows), z);
      });

  course.EXERCISE(layer_parameters)
      .expects([](uword n, uword r, uword H, uword G, bool biases) {
        uword count = 0;
        for (const auto& [rows, columns] :
             {std::pair(H * r, n), std::pair(G * r, n), std::pair(G * r, n), std::pair(n, H * r)})
          count += rows * (columns + (biases ? 1 : 0));
        return count;
      })
      .on("H r need not be n: one head, no biases", 3, 2, 1, 1, false)
      .on("one head", 3, 2, 1, 1, true)
      .on("a layer of GPT-2", 768, 64, 12, 12, true)
      .on("a layer of GPT-3", 12288, 128, 96, 96, true)
      .on("64 heads in 8 groups", 8192, 128, 64, 8, false)
      .on("it may be larger than 2^32", 65536, 128, 512, 512, false)
      .on_random([](Draw& draw) {
        const uword n = draw.size("n", 1, 9), r = draw.size("r", 1, 9), H = draw.size("H", 1, 6);
        const uword G = divisor(draw, "G", H);
        return std::tuple(n, r, H, G, draw.integer("biases", 0, 1) == 1);
      });

  course.EXERCISE(direct_sum)
      .expects(matrix_of_direct_sum)
      .on("two heads of one row, one token", Matrices{number(2), number(3)},
          Matrices{number(5), number(7)})
      .on("one head", Matrices{{{1, 2}, {3, 4}}}, Matrices{{{0.5, 0.5}, {0.25, 0.75}}})
      .on("the r_h may differ", Matrices{number(2), {{1, 2}, {3, 4}}},
          Matrices{number(1), number(1)})
      .on("two heads of one row", Matrices{number(2), number(3)},
          Matrices{{{1, 0}, {0.5, 0.5}}, {{0, 1}, {1, 0}}})
      .on("heads of two rows and of one", Matrices{{{1, 2}, {3, 4}}, number(5)},
          Matrices{{{1, 0}, {0.5, 0.5}}, {{0, 1}, {1, 0}}})
      .on_random([](Draw& draw) {
        const uword H = draw.size("H", 1, 3), K = draw.size("K", 1, 2);
        Matrices W, A;
        for (uword h = 0; h < H; ++h) {
          const uword r = draw.size(fmt::format("r_{}", h), 1, 2);
          W.push_back(draw.whole(fmt::format("W_{}", h), r, r));
          A.push_back(draw.whole(fmt::format("A_{}", h), K, K));
        }
        return std::tuple(W, A);
      });

  course.EXERCISE(grouped_heads)
      .expects([](const Layer& layer, uword H, uword G, const mat& x, bool causal) {
        return sum_of_heads(layer, H, G, x, causal);
      })
      .on("one head, two tokens, causal", small::one_head, 1, 1, mat{{1, 2}}, true)
      .on("nothing is shared, one token", small::two_heads, 2, 2, number(2), false)
      .on("four heads in two groups, one token", four_in_two(), 4, 2, number(1), false)
      .on("nothing is shared", two_heads(), 2, 2, sentence, false)
      .on("one group", Layer{column({1, -1}), number(1), number(3), {{1, 10}}}, 2, 1, mat{{1, 2}},
          false)
      .on("four heads in two groups", four_in_two(), 4, 2, mat{{1, 2}}, false)
      .on("the same, causal", four_in_two(), 4, 2, mat{{1, 2}}, true)
      .on("thousands too", four_in_two(), 4, 2, mat{{40, -50}}, false)
      .on("thousands too: one row far above the other", four_in_two(), 4, 2, mat{{1, 100, 101}},
          false)
      .on("thousands too: all below 0", Layer{number(-40), number(50), number(1), number(1)}, 1, 1,
          mat{{1, 1.1}}, false)
      .on("may be of any finite size", Layer{{{1, 0}}, {{0, 1}}, {{0, 1}}, column({1, 1})}, 1, 1,
          mat{{1e5, 1e5}, {1, 1.00001}}, false)
      .on("thousands too: of both signs", Layer{{{1, 0}}, {{0, 1}}, {{0, 1}}, column({1, 1})}, 1, 1,
          mat{{1000, 0, 0}, {-3, 2, -3}}, false)
      .on_random([](Draw& draw) {
        const uword H = draw.size("H", 1, 6), G = divisor(draw, "G", H);
        const uword n = draw.size("n", 1, 2), K = draw.size("K", 1, 2);
        const Layer layer = drawn_layer(draw, H, G, n);
        const mat x = draw.whole("x", n, K);
        return std::tuple(layer, H, G, x, draw.integer("causal", 0, 1) == 1);
      });

  course.EXERCISE(pooled_keys)
      .expects([](const mat& W_K, uword H, uword G) {
        const mat mean(1, H / G, arma::fill::value(double(G) / double(H)));
        return mat(arma::kron(arma::kron(unit(G), mean), unit(W_K.n_rows / H)) * W_K);
      })
      .on("nothing to pool, two heads", column({3, 5}), 2, 2)
      .on("nothing to pool", column({1, 2, 3}), 3, 3)
      .on("all into one", column({1, 2, 6}), 3, 1)
      .on("four heads in two groups", column({1, 3, 10, 30}), 4, 2)
      .on("two heads of two rows in one group", column({1, 2, 10, 20}), 2, 1)
      .on("six heads in two groups", mat{{1, 0}, {2, 0}, {6, 3}, {10, 1}, {20, 1}, {60, 1}}, 6, 2)
      .on_random([](Draw& draw) {
        const uword H = draw.size("H", 1, 6), G = divisor(draw, "G", H);
        const uword r = draw.size("r", 1, 2), n = draw.size("n", 1, 2);
        return std::tuple(draw.whole("W_K", H * r, n, 6), H, G);
      });

  course.EXERCISE(overlap)
      .domain([](const mat& A, const mat& B) {
        return arma::rank(A) == A.n_cols && arma::rank(B) == B.n_cols;
      })
      .expects(trace_of_projectors)
      .on("the same line", column({3, 4}), column({-6, -8}))
      .on("orthogonal lines", column({3, 4}), column({4, -3}))
      .on("lines at an angle", column({1, 0}), column({3, 4}))
      .on("long and skew ones too", mat{{1, 10}, {0, 1}}, column({1, 0}))
      .on("a line in a plane", column({3, 4, 0}), mat{{1, 0}, {0, 1}, {0, 0}})
      .on("a skew basis of the same plane", mat{{1, 0}, {0, 1}, {0, 0}},
          mat{{1, 10}, {0, 1}, {0, 0}})
      .on("two planes that share a line", mat{{1, 1}, {0, 1}, {0, 0}}, mat{{2, 0}, {0, 3}, {0, 4}})
      .on_random([](Draw& draw) {
        const uword a = draw.size("a", 1, 2), b = draw.size("b", 1, 2);
        const uword n = draw.size("n", std::max(a, b), 4);
        // The addition makes the diagonal larger than the rest of its row: columns are independent.
        mat A = draw.whole("A", n, a, 1), B = draw.whole("B", n, b, 1);
        A.rows(0, a - 1) += 3 * unit(a);
        B.rows(n - b, n - 1) += 3 * unit(b);
        return std::tuple(A, B);
      })
      .on_large("n may be 200 000",
                "an n x n matrix has 320 gigabytes here; a projector is one, and so are the full Q "
                "of qr() and U of svd(), "
                "which orth() computes",
                [] {
                  const vec same(200'000, arma::fill::ones),
                      rising = arma::regspace(1, 200'000) / 1000;
                  return std::tuple(mat(arma::join_rows(same, rising)), mat(rising));
                });

  course.EXERCISE(fewest_heads)
      .expects(fewest)
      .on("a weight of 0, one token", Matrices{number(2)}, Matrices{number(0)})
      .on("a pattern of 0, one token", Matrices{number(0)}, Matrices{number(2)})
      .on("two heads that cancel, one token", Matrices{number(1), number(2)},
          Matrices{number(2), number(-1)})
      .on("one head", Matrices{{{1, 0}, {1, 1}}}, Matrices{number(2)})
      .on("a head whose weights are 0", Matrices{{{1, 0}, {1, 1}}}, Matrices{number(0)})
      .on("C_t can have any rank: two heads with one pattern",
          Matrices{{{1, 0}, {1, 1}}, {{1, 0}, {1, 1}}},
          Matrices{{{1, 2}, {3, 4}}, {{0, 1}, {1, 0}}})
      .on("rows of B_t need not sum to 1: two heads with the same weights",
          Matrices{{{1, 0}, {1, 1}}, {{1, 0}, {0, 1}}},
          Matrices{{{1, 2}, {3, 4}}, {{1, 2}, {3, 4}}})
      .on("0 if the sum is 0: two heads that cancel", Matrices{{{1, 0}, {1, 1}}, {{1, 0}, {1, 1}}},
          Matrices{{{1, 2}, {3, 4}}, {{-1, -2}, {-3, -4}}})
      .on("one pattern is the sum of the others",
          Matrices{{{1, 0}, {0, 0}}, {{0, 0}, {1, 0}}, {{1, 0}, {1, 0}}},
          Matrices{{{1, 0}, {0, 0}}, {{0, 1}, {0, 0}}, {{0, 0}, {1, 0}}})
      .on("two patterns, two weights, one head",
          Matrices{{{1, 0}, {0, 0}}, {{0, 0}, {1, 0}}, {{1, 0}, {0, 0}}},
          Matrices{{{1, 0}, {0, 0}}, {{1, 1}, {0, 0}}, {{0, 1}, {0, 0}}})
      .on("as large as 1000 in magnitude: three heads that cancel",
          Matrices{scattered(7), scattered(11), scattered(7) + scattered(11)},
          Matrices{scattered(13), scattered(13), -scattered(13)})
      .on("tokens of one number", Matrices{unit(2), {{0, 0}, {1, 0}}}, Matrices{unit(1), unit(1)})
      // U V^T has whole numbers for minors and |U| |V| <= 16, so that of at most four singular values
      // those that are not 0 are at least 16^-3: far above the tolerance of the last hint.
      .on_random([](Draw& draw) {
        const uword H = draw.size("H", 1, 4), K = draw.size("K", 1, 2), n = draw.size("n", 1, 2);
        Matrices A, W;
        for (uword h = 0; h < H; ++h) {
          A.push_back(draw.integer_matrix(fmt::format("A_{}", h), K, K, 0, 1));
          W.push_back(draw.whole(fmt::format("W_{}", h), n, n, 1));
        }
        return std::tuple(A, W);
      })
      .on_large("K and n may be 300", "the sum is a matrix of 65 gigabytes", [] {
        mat weights(300, 300);
        for (uword i = 0; i < weights.n_elem; ++i)
          weights(i) = double(i % 7) - 3;
        return std::tuple(Matrices{unit(300), unit(300)}, Matrices{weights, mat(weights.t())});
      });
}
