#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/attention/scores.hpp"
#include "epreuve/exercises/course.hpp"
#include "epreuve/math/softmax.hpp"

#include <exercises.hpp>

#include <cmath>
#include <string>
#include <tuple>

using namespace epreuve;
using namespace epreuve::exercises;
using arma::mat;
using arma::vec;
using exercise::Head;
using exercise::RowHead;

namespace {

arma::uword size_of(Draw& draw, const std::string& name, long low = 1, long high = 3)
{
  return arma::uword(draw.integer(name, low, high));
}

Head drawn_head(Draw& draw, arma::uword n)
{
  const arma::uword r = size_of(draw, "r"), m = size_of(draw, "m");
  Head head;
  head.W_Q = draw.whole("W_Q", r, n);
  head.W_K = draw.whole("W_K", r, n);
  head.W_V = draw.whole("W_V", m, n);
  return head;
}

RowHead drawn_row_head(Draw& draw, arma::uword n)
{
  const arma::uword d = size_of(draw, "d"), m = size_of(draw, "m");
  RowHead head;
  head.W_Q = draw.whole("W_Q", n, d);
  head.W_K = draw.whole("W_K", n, d);
  head.W_V = draw.whole("W_V", n, m);
  return head;
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

mat number(double value)
{
  return mat(1, 1, arma::fill::value(value));
}

mat column(double above, double below)
{
  return vec{above, below};
}

mat of_head(const Head& head, const mat& x, const mat& y)
{
  return attention::attend(head.W_Q * x, head.W_K * y, head.W_V * y);
}

/// Column by column: what M does to each unit matrix.
mat matrix_of_head(const mat& A, const mat& W)
{
  mat M(W.n_rows * A.n_rows, W.n_cols * A.n_cols);
  for (arma::uword c = 0; c < M.n_cols; ++c) {
    mat unit(W.n_cols, A.n_cols, arma::fill::zeros);
    unit(c) = 1;
    M.col(c) = arma::vectorise(W * unit * A.t());
  }
  return M;
}

/// A head whose three matrices are easily told apart.
const Head& example()
{
  static const Head head{{{1, 0}, {0, 1}}, {{0, 1}, {1, 0}}, {{1, 2}}};
  return head;
}

} // namespace

CHECKS(course)
{
  const mat row_of_two{{1, 2}}, two{{1, 0}, {0, 1}}, three{{1, 0, 2}, {0, 1, -1}};

  course.EXERCISE(sentence_scores)
      .expects([](const mat& W_Q, const mat& W_K, const mat& x) {
        return attention::attention_scores(W_Q * x, W_K * x);
      })
      .on("one token", number(2), number(3), number(1))
      .on("two tokens of one number", number(2), number(3), mat{{1, 5}})
      .on("two tokens, r = 1", mat{{1, 0}}, mat{{0, 1}}, mat{{1, 2}, {3, 5}})
      .on("three tokens, r = 2", two, mat{{0, 1}, {1, 1}}, three)
      .on_random([](Draw& draw) {
        const arma::uword r = size_of(draw, "r"), n = size_of(draw, "n"), K = size_of(draw, "K");
        const mat W_Q = draw.whole("W_Q", r, n), W_K = draw.whole("W_K", r, n);
        return std::tuple(W_Q, W_K, draw.whole("x", n, K));
      });

  course.EXERCISE(pattern_by_rows)
      .expects(
          [](const mat& Q, const mat& K) { return attention::attention_pattern(Q.t(), K.t()); })
      .on("one query, two keys", row_of_two, mat{{0, 0}, {1, 0}})
      .on("two queries, one key", column(1, 2), number(3))
      .on("d = 4", mat{{1, 1, 1, 1}}, mat{{1, 0, 0, 0}, {1, 1, 1, 1}})
      .on("thousands too", mat{{2000, 0}}, mat{{1, 0}, {1.001, 0}})
      .on("thousands too: one row far above the other", mat{{2000, 0}, {-2000, 0}},
          mat{{1, 0}, {1, 0}})
      .on("thousands too: all below 0", mat{{-2000, 0}}, mat{{1, 0}, {1.001, 0}})
      .on("of any finite size", mat{{1e5, 0}}, mat{{1, 0}, {1.00001, 0}})
      .on("thousands too: of both signs", number(1000), vec{-3, 2, -3})
      .on("thousands too: the first far above the others", number(1000), vec{2, -3, -3})
      .on_random([](Draw& draw) {
        const arma::uword d = size_of(draw, "d"), n_q = size_of(draw, "n_q"),
                          n_k = size_of(draw, "n_k");
        const mat Q = draw.whole("Q", n_q, d);
        return std::tuple(Q, draw.whole("K", n_k, d));
      });

  course.EXERCISE(head_by_columns)
      .expects([](const Head& head, const mat& x) { return of_head(head, x, x); })
      .on("one token hears itself", Head{number(1), number(1), number(5)}, number(3))
      .on("two tokens", example(), two)
      .on("three tokens", example(), three)
      .on("thousands too", Head{{{1, 0}}, {{0, 1}}, {{0, 1}}}, column(2000, 1))
      .on("thousands too: one row far above the other", Head{{{1, 0}}, {{0, 1}}, {{0, 1}}},
          mat{{0, 2000}, {1, 2}})
      .on("of any finite size", Head{{{1, 0}}, {{0, 1}}, {{0, 1}}}, mat{{1e5, 1e5}, {1, 1.00001}})
      .on("thousands too: all below 0", Head{number(-1), number(1), number(1)}, mat{{40, 50}})
      .on("thousands too: of both signs", Head{{{1, 0}}, {{0, 1}}, {{0, 1}}},
          mat{{1000, 0, 0}, {-3, 2, -3}})
      .on("thousands too: the first far above the others", Head{{{1, 0}}, {{0, 1}}, {{0, 1}}},
          mat{{1000, 0, 0}, {2, -3, -3}})
      .on_random([](Draw& draw) {
        const arma::uword n = size_of(draw, "n"), K = size_of(draw, "K");
        const Head head = drawn_head(draw, n);
        return std::tuple(head, draw.whole("x", n, K));
      });

  course.EXERCISE(translated)
      .expects([](const Head& head) { return RowHead{head.W_Q.t(), head.W_K.t(), head.W_V.t()}; })
      .on("numbers", Head{number(2), number(3), number(5)})
      .on("values of two numbers", Head{number(2), number(3), mat(vec{5, 7})})
      .on("square matrices", Head{{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}, {{0, 1}, {2, 3}}})
      .on("r = 1, n = 2, m = 3", Head{{{1, 2}}, {{3, 4}}, {{1, 2}, {3, 4}, {5, 6}}})
      .on_random([](Draw& draw) {
        const arma::uword n = size_of(draw, "n");
        return std::tuple(drawn_head(draw, n));
      });

  course.EXERCISE(head_by_rows)
      .expects([](const RowHead& head, const mat& X) {
        return attention::attend_rows(X * head.W_Q, X * head.W_K, X * head.W_V);
      })
      .on("one token hears itself", RowHead{number(1), number(1), number(5)}, number(3))
      .on("two tokens", RowHead{two, {{0, 1}, {1, 0}}, column(1, 2)}, two)
      .on("three tokens", RowHead{two, {{0, 1}, {1, 0}}, column(1, 2)}, mat(three.t()))
      .on("thousands too", RowHead{column(1, 0), column(0, 1), column(0, 1)}, mat{{2000, 1}})
      .on("thousands too: one row far above the other",
          RowHead{column(1, 0), column(0, 1), column(0, 1)}, mat{{0, 1}, {2000, 2}})
      .on("of any finite size", RowHead{column(1, 0), column(0, 1), column(0, 1)},
          mat{{1e5, 1}, {1e5, 1.00001}})
      .on("thousands too: all below 0", RowHead{number(-1), number(1), number(1)}, column(40, 50))
      .on("thousands too: of both signs", RowHead{column(1, 0), column(0, 1), column(0, 1)},
          mat{{1000, -3}, {0, 2}, {0, -3}})
      .on("thousands too: the first far above the others",
          RowHead{column(1, 0), column(0, 1), column(0, 1)}, mat{{1000, 2}, {0, -3}, {0, -3}})
      .on_random([](Draw& draw) {
        const arma::uword n = size_of(draw, "n"), K = size_of(draw, "K");
        const RowHead head = drawn_row_head(draw, n);
        return std::tuple(head, draw.whole("X", K, n));
      });

  course.EXERCISE(head_as_matrix)
      .expects(matrix_of_head)
      .on("each token hears itself", two, mat{{1, 2}, {3, 4}})
      .on("both tokens hear the first", mat{{1, 0}, {1, 0}}, row_of_two)
      .on("tokens of one number", mat{{0.5, 0.5}, {0.25, 0.75}}, number(1))
      .on("two tokens of two numbers", mat{{0.5, 0.5}, {0.25, 0.75}}, mat{{1, 2}, {3, 4}})
      .on_random([](Draw& draw) {
        const arma::uword K = size_of(draw, "K"), m = size_of(draw, "m"), n = size_of(draw, "n");
        const mat A = pattern(draw, K, K);
        return std::tuple(A, draw.whole("W", m, n));
      });

  course.EXERCISE(soft_lookup)
      .domain([](const vec&, const mat&, const mat&, double T) { return T > 0; })
      .expects([](const vec& q, const mat& K, const mat& V, double T) {
        return vec(V * math::softmax(vec(K.t() * q), T));
      })
      .on("one key", vec{2}, number(3), number(7), 1.0)
      .on("two keys alike", vec{1, 1}, mat{{1, 0}, {0, 1}}, mat{{2, 4}}, 1.0)
      .on("T = 2", vec{1, 0}, mat{{1, 3}, {5, 0}}, mat{{0, 1}}, 2.0)
      .on("it may be small: T = 0.001", vec{1, 0}, mat{{-1, -3}, {5, 0}}, mat{{0, 1}}, 0.001)
      .on("T = 0.001: the best score above 0", vec{1, 0}, mat{{1, 3}, {5, 0}}, mat{{0, 1}}, 0.001)
      .on("T = 0.001: scores close together", vec{1}, mat{{1, 1.1}}, mat{{0, 1}}, 0.001)
      .on("T = 0.001: scores of both signs", vec{1}, mat{{-3, 2, -3}}, mat{{0, 1, 2}}, 0.001)
      .on("T = 0.001: the first far above the others", vec{1}, mat{{2, -3, -3}}, mat{{0, 1, 2}},
          0.001)
      .on("the largest inner product is not the nearest key", vec{1, 0}, mat{{1, 3}, {0, 4}},
          mat{{1, 0}, {0, 1}}, 0.5)
      .on_random([](Draw& draw) {
        const arma::uword r = size_of(draw, "r"), n = size_of(draw, "n"), m = size_of(draw, "m");
        const vec q = draw.whole("q", r, 1);
        const mat K = draw.whole("K", r, n), V = draw.whole("V", m, n);
        return std::tuple(q, K, V, draw.one_of("T", {0.5, 1.0, 2.0, 4.0}));
      });

  course.EXERCISE(largest_temperature)
      .domain([](double gap, arma::uword n, double epsilon) {
        return gap > 0 && n >= 2 && 0 < epsilon && epsilon < 0.5;
      })
      .expects([](double gap, arma::uword n, double epsilon) {
        return gap / std::log(double(n - 1) * (1 - epsilon) / epsilon);
      })
      .within({.absolute = 1e-9})
      .on("at least 2: two keys, a quarter", 1.0, arma::uword{2}, 0.25)
      .on("a gap of 3, five keys, a tenth", 3.0, arma::uword{5}, 0.1)
      .on("fifty thousand keys", 8.0, arma::uword{50'000}, 0.01)
      .on_random([](Draw& draw) {
        const double gap = double(draw.integer("gap", 1, 9));
        const arma::uword n = draw.size("n", 2, 9);
        return std::tuple(gap, n, draw.one_of("epsilon", {0.25, 0.125, 0.01}));
      });

  course.EXERCISE(cross_attention)
      .expects([](const Head& head, const mat& x, const mat& y) { return of_head(head, x, y); })
      .on("one answers one", Head{number(1), number(1), number(5)}, number(3), number(2))
      .on("one asks two", example(), column(1, 2), two)
      .on("two ask one", example(), two, column(1, 2))
      .on("two ask three", example(), two, three)
      .on("thousands too", Head{number(1), number(1), number(5)}, number(1000), mat{{1, 2}})
      .on("thousands too: one row far above the other", Head{number(1), number(1), number(5)},
          mat{{1, 1000}}, mat{{1, 2}})
      .on("of any finite size", Head{number(1), number(1), number(5)}, number(1e5),
          mat{{1, 1.00001}})
      .on("thousands too: all below 0", Head{number(1), number(1), number(5)}, number(-1000),
          mat{{1, 2}})
      .on("thousands too: of both signs", Head{number(1), number(1), number(5)}, number(1000),
          mat{{-3, 2, -3}})
      .on("thousands too: the first far above the others", Head{number(1), number(1), number(5)},
          number(1000), mat{{2, -3, -3}})
      .on_random([](Draw& draw) {
        const arma::uword n = size_of(draw, "n");
        const Head head = drawn_head(draw, n);
        const arma::uword n_q = size_of(draw, "n_q"), n_k = size_of(draw, "n_k");
        const mat x = draw.whole("x", n, n_q);
        return std::tuple(head, x, draw.whole("y", n, n_k));
      });

  course.EXERCISE(values_gradient)
      .expects([](const mat& A, const mat& G) {
        mat D(G.n_rows, A.n_cols, arma::fill::zeros);
        for (arma::uword i = 0; i < A.n_rows; ++i)
          D += G.col(i) * A.row(i);
        return D;
      })
      .on("one query, two keys", mat{{0.25, 0.75}}, column(4, 8))
      .on("two queries, one key", column(1, 1), mat{{2, 5}})
      .on("two and two", mat{{0.5, 0.5}, {0, 1}}, mat{{1, 2}, {3, 4}})
      .on_random([](Draw& draw) {
        const arma::uword n_q = size_of(draw, "n_q"), n_k = size_of(draw, "n_k"),
                          m = size_of(draw, "m");
        const mat A = pattern(draw, n_q, n_k);
        return std::tuple(A, draw.whole("G", m, n_q, 4));
      });
}
