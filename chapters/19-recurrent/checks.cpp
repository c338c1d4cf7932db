#include "epreuve/exercises/course.hpp"
#include "epreuve/networks/recurrent.hpp"

#include <exercises.hpp>

#include <cmath>
#include <string>
#include <tuple>

using namespace epreuve;
using namespace epreuve::exercises;

namespace {

exercise::Cell cell(Draw& draw, arma::uword gates, arma::uword m, arma::uword n)
{
  return {draw.whole("W", gates * m, n), draw.whole("U", gates * m, m),
          arma::vec(draw.whole("b", gates * m, 1))};
}

networks::Cell<double> of_library(const exercise::Cell& cell)
{
  return {cell.W, cell.U, cell.b};
}

} // namespace

CHECKS(course)
{
  using arma::mat, arma::vec;
  using exercise::Cell;

  course.EXERCISE(states)
      .expects([](const Cell& cell, const mat& x) {
        mat all(cell.U.n_rows, x.n_cols), h(cell.U.n_rows, 1, arma::fill::zeros);
        for (arma::uword t = 0; t < x.n_cols; ++t)
          all.col(t) = h = networks::rnn_cell(of_library(cell), mat(x.col(t)), h);
        return all;
      })
      .on("one word", Cell{mat(vec{1.}), mat(vec{2.}), vec{0.5}}, mat(vec{1.}))
      .on("the state matters", Cell{mat(vec{1.}), mat(vec{2.}), vec{0}}, mat{{1., 0.}})
      .on("two units, two words", Cell{mat{{1, 0}, {0, 1}}, mat{{0, 1}, {-1, 0}}, vec{0, 0.5}},
          mat{{1, 0}, {0, 2}})
      .on("U is not symmetric, three words", Cell{mat(vec{1., 0.}), mat{{0, 0}, {2, 0}}, vec{0, 0}},
          mat{{1, 0, 0}})
      .on("may be as large as 10^4 in magnitude", Cell{mat(vec{1e4}), mat(vec{1.}), vec{0}},
          mat{{1., -1.}})
      .on("a text may have no word; any empty matrix", Cell{mat(vec{1.}), mat(vec{2.}), vec{0.5}},
          mat(1, 0))
      .on_random([](Draw& draw) {
        const arma::uword m = draw.size("m", 1, 3), n = draw.size("n", 1, 3),
                          T = draw.size("T", 1, 4);
        const Cell drawn = cell(draw, 1, m, n);
        return std::tuple(drawn, draw.whole("x", n, T));
      })
      .within({.absolute = 1e-10});

  course.EXERCISE(lstm_step)
      .expects([](const Cell& cell, const vec& x, const vec& h, const vec& c) {
        const auto to = networks::lstm_cell(of_library(cell), mat(x),
                                            networks::LstmState<double>{mat(h), mat(c)});
        return mat(arma::join_rows(to.c, to.h));
      })
      .on("nothing but biases", Cell{mat(4, 1), mat(4, 1), vec{1, 2, 3, -1}}, vec{0}, vec{0},
          vec{1})
      .on("the word", Cell{mat(vec{1., 2., -1., 0.5}), mat(4, 1), vec(4)}, vec{1}, vec{0}, vec{2})
      .on("the state", Cell{mat(4, 1), mat(vec{1., 2., -1., 0.5}), vec(4)}, vec{1}, vec{-1}, vec{2})
      .on("may be as large as 10^4 in magnitude",
          Cell{mat(4, 1), mat(4, 1), vec{1e4, -1e4, -1e4, 1e4}}, vec{0}, vec{0}, vec{1})
      .on("two units", Cell{mat(8, 1), mat(8, 2), vec{1, -1, 2, -2, 0.5, -0.5, 0, 3}}, vec{1},
          vec{0, 0}, vec{1, 2})
      .on_random([](Draw& draw) {
        const arma::uword m = draw.size("m", 1, 2), n = draw.size("n", 1, 2);
        const Cell drawn = cell(draw, 4, m, n);
        const vec x = draw.whole("x", n, 1), h = draw.whole("h", m, 1);
        return std::tuple(drawn, x, h, vec(draw.whole("c", m, 1)));
      })
      .within({.absolute = 1e-10});

  course.EXERCISE(gradient_back)
      .expects([](const mat& U, const mat& h, const vec& g) {
        vec back = g;
        for (arma::uword t = h.n_cols; t > 0; --t) {
          for (arma::uword i = 0; i < back.n_elem; ++i)
            back(i) *= (1 - h(i, t - 1)) * (1 + h(i, t - 1));
          back = U.t() * back;
        }
        return back;
      })
      .on("one unit, one step", mat(vec{2.}), mat(vec{0.5}), vec{1})
      .on("one unit, three steps", mat(vec{2.}), mat{{0.5, 0, -0.5}}, vec{3})
      .on("U is not symmetric", mat{{0, 2}, {1, 0}}, mat(vec{0., 0.}), vec{1, 3})
      .on("the slopes are of different steps", mat{{1, 2}, {0, 1}}, mat{{0.5, 0}, {0, -0.5}},
          vec{1, 3})
      .on("no step", mat{{1, 2}, {0, 1}}, mat(2, 0), vec{1, 3})
      .on_random([](Draw& draw) {
        const arma::uword m = draw.size("m", 1, 3), T = draw.size("T", 1, 4);
        const mat U = draw.whole("U", m, m), h = draw.whole("h", m, T) / 4;
        return std::tuple(U, h, vec(draw.whole("g", m, 1)));
      })
      .on_large("m = 1000 and T = 100: multiply vectors", "matrices would take minutes",
                [] {
                  const mat U = arma::eye(1000, 1000);
                  return std::tuple(U, mat(1000, 100, arma::fill::zeros),
                                    vec(arma::regspace(1, 1000)));
                })
      .within({.absolute = 1e-9});

  course.EXERCISE(clipped)
      .domain([](const mat&, double c) { return c > 0; })
      .expects([](const mat& g, double c) {
        double norm = 0;
        for (const double x : g)
          norm = std::hypot(norm, x);
        return norm > c ? mat(g * (c / norm)) : g;
      })
      .on("too long", mat(vec{3, 4}), 1.)
      .on("short enough", mat(vec{3, 4}), 10.)
      .on("of all entries", mat{{1, 1}, {1, 1}}, 1.)
      .on("may be 0", mat(vec{0, 0}), 1.)
      .on("entries as large as 1e200", mat(vec{3e200, 4e200}), 1.)
      .on("as large as 1e200 too", mat(vec{3e200, 4e200}), 1e150)
      .on_random([](Draw& draw) {
        const arma::uword n_rows = draw.size("rows", 1, 3), n_cols = draw.size("columns", 1, 3);
        const mat g = draw.whole("g", n_rows, n_cols);
        return std::tuple(g, draw.one_of("c", {0.5, 1., 4.}));
      })
      .within({.absolute = 1e-12});

  course.EXERCISE(composed)
      .expects([](const mat& A, const vec& b, const mat& C, const vec& d) {
        const arma::uword m = A.n_rows;
        mat both(m, m + 1);
        for (arma::uword i = 0; i < m; ++i) {
          for (arma::uword j = 0; j < m; ++j)
            both(i, j) = arma::dot(C.row(i), A.col(j));
          both(i, m) = arma::dot(C.row(i), b) + d(i);
        }
        return both;
      })
      .on("numbers", mat(vec{2.}), vec{3}, mat(vec{5.}), vec{7})
      .on("the order of the two matrices", mat{{0, 1}, {0, 0}}, vec{0, 0}, mat{{1, 0}, {0, 2}},
          vec{0, 0})
      .on("two units", mat{{1, 2}, {3, 4}}, vec{1, -1}, mat{{0, 1}, {-1, 0}}, vec{5, 6})
      .on_random([](Draw& draw) {
        const arma::uword m = draw.size("m", 1, 3);
        const mat A = draw.whole("A", m, m);
        const vec b = draw.whole("b", m, 1);
        const mat C = draw.whole("C", m, m);
        return std::tuple(A, b, C, vec(draw.whole("d", m, 1)));
      });

  course.EXERCISE(half_life)
      .domain([](double f) { return 0 < f && f < 1; })
      .expects([](double f) { return -1 / std::log2(f); })
      .on("a half", 0.5)
      .on("a quarter", 0.25)
      .on("need not be whole: near 1", 0.999)
      .on("near 0", 1e-100)
      .on_random([](Draw& draw) {
        return std::tuple(draw.one_of("f", {0.1, 0.3, 0.5, 0.731, 0.9, 0.98}));
      })
      .within({.absolute = 1e-12, .relative = 1e-12});
}
