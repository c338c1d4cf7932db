#include "epreuve/exercises/course.hpp"
#include "epreuve/math/linear_algebra/kronecker.hpp"

#include <exercises.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <tuple>

using namespace epreuve;
using namespace epreuve::exercises;

namespace {

arma::uword size(Draw& draw, const std::string& name, long smallest = 1, long largest = 4)
{
  return static_cast<arma::uword>(draw.integer(name, smallest, largest));
}

arma::mat number(double x)
{
  return arma::mat(1, 1, arma::fill::value(x));
}

/// Whole numbers from `low` to `high`.
arma::uvec whole(Draw& draw, const std::string& name, arma::uword n, long low, long high)
{
  const arma::mat drawn = draw.integer_matrix(name, n, 1, low, high);
  return arma::conv_to<arma::uvec>::from(drawn.col(0));
}

struct Triple
{
  arma::mat A, B, M;
};

Triple triple(Draw& draw, bool square)
{
  Triple t;
  const arma::uword p = size(draw, "p"), n = size(draw, "n");
  t.A = draw.whole("A", square ? p : size(draw, "p'"), p, 9);
  t.B = draw.whole("B", square ? n : size(draw, "n'"), n, 9);
  t.M = draw.whole("M", n, p, 9);
  return t;
}

/// Top down, each stretch once.
double least(const arma::uvec& sizes, arma::uword i, arma::uword j,
             std::map<std::pair<arma::uword, arma::uword>, double>& known)
{
  if (j - i == 1)
    return 0;
  const auto [place, is_new] = known.try_emplace({i, j}, 0);
  if (is_new) {
    double best = arma::datum::inf;
    for (arma::uword k = j - 1; k > i; --k)
      best = std::min(best, static_cast<double>(sizes(i) * sizes(k) * sizes(j)) +
                                least(sizes, i, k, known) + least(sizes, k, j, known));
    known[{i, j}] = best;
    return best;
  }
  return place->second;
}

} // namespace

CHECKS(course)
{
  const arma::mat A{{1, 2}, {3, 4}}, B{{2, -1}, {1, 0}}, M{{1, 2}, {0, 1}}; // the document's

  course.EXERCISE(tensor_action)
      .expects([](const arma::mat& a, const arma::mat& b, const arma::mat& m) {
        return math::kronecker_action(a, b, m);
      })
      .on("1 x 1", number(2), number(3), number(5))
      .on("A of two rows", arma::mat(arma::vec{2, 7}), number(3), number(5))
      .on("B of two columns", number(2), arma::mat{{3, 5}}, arma::mat(arma::vec{7, 1}))
      .on("B of two rows", number(2), arma::mat(arma::vec{3, 5}), number(7))
      .on("the document's example", A, B, M)
      .on("a rectangular A", arma::mat{{1, 2}}, B, M)
      .on_random([](Draw& draw) {
        const auto [a, b, m] = triple(draw, draw.integer("square", 0, 1) == 1);
        return std::tuple(a, b, m);
      });

  course.EXERCISE(image)
      .expects([](const arma::mat& a, const arma::mat& b, const arma::mat& m, arma::uword j) {
        return arma::vec(math::kronecker_action(a, b, m).col(j));
      })
      .on("1 x 1", number(2), number(3), number(5), 0)
      .on("A of two rows, second column", arma::mat(arma::vec{2, 7}), number(3), number(5), 1)
      .on("the document's example, first column", A, B, M, 0)
      .on("the document's example, second column", A, B, M, 1)
      .on("j < p': the last of three", arma::mat{{1, 2}, {3, 4}, {5, 6}}, B, M, 2)
      .on_random([](Draw& draw) {
        const auto [a, b, m] = triple(draw, draw.integer("square", 0, 1) == 1);
        return std::tuple(a, b, m, size(draw, "j", 0, static_cast<long>(a.n_rows) - 1));
      });

  course.EXERCISE(rearrangement)
      .expects([](const arma::uvec& order) {
        arma::mat moved(order.n_elem, order.n_elem);
        const arma::mat tokens = arma::eye(arma::size(moved));
        for (arma::uword j = 0; j < order.n_elem; ++j)
          moved.col(j) = tokens.col(order(j));
        return arma::mat(moved.t());
      })
      .on("one token", arma::uvec{0})
      .on("two tokens as they are", arma::uvec{0, 1})
      .on("two tokens exchanged", arma::uvec{1, 0})
      .on("one of them may occur twice and another not at all", arma::uvec{0, 0})
      .on("three in a circle", arma::uvec{1, 2, 0})
      .on("each takes the token before it", arma::uvec{0, 0, 1, 2})
      .on_random([](Draw& draw) {
        const arma::uword p = size(draw, "p", 1, 5);
        return std::tuple(whole(draw, "order", p, 0, static_cast<long>(p) - 1));
      });

  using exercise::Factors;
  course.EXERCISE(one_after_the_other)
      .expects([](const Factors& first, const Factors& second) {
        // by columns: what the second factor makes of each column of the first
        Factors whole{arma::mat(second.A.n_rows, first.A.n_cols),
                      arma::mat(second.B.n_rows, first.B.n_cols)};
        for (arma::uword j = 0; j < first.A.n_cols; ++j)
          whole.A.col(j) = second.A * first.A.col(j);
        for (arma::uword j = 0; j < first.B.n_cols; ++j)
          whole.B.col(j) = second.B * first.B.col(j);
        return whole;
      })
      .on("numbers", Factors{number(2), number(3)}, Factors{number(5), number(7)})
      .on("the second A of two rows", Factors{number(2), number(3)},
          Factors{arma::mat(arma::vec{5, 11}), number(7)})
      .on("the second B of two rows", Factors{number(2), number(3)},
          Factors{number(5), arma::mat(arma::vec{7, 11})})
      .on("all 2 x 2", Factors{A, B}, Factors{M, A})
      .on("rectangular", Factors{arma::mat{{1, 2}}, number(3)}, Factors{arma::vec{1, 4}, number(5)})
      .on_random([](Draw& draw) {
        const bool square = draw.integer("square", 0, 1) == 1;
        const arma::uword p = size(draw, "p", 1, 3), n = size(draw, "n", 1, 3);
        const auto side = [&](const char* name, arma::uword same) {
          return square ? same : size(draw, name, 1, 3);
        };
        Factors first, second;
        first.A = draw.whole("A1", side("p'", p), p, 9);
        first.B = draw.whole("B1", side("n'", n), n, 9);
        second.A = draw.whole("A2", side("p''", p), first.A.n_rows, 9);
        second.B = draw.whole("B2", side("n''", n), first.B.n_rows, 9);
        return std::tuple(first, second);
      });

  using exercise::Invariants;
  course.EXERCISE(invariants)
      .expects([](const arma::mat& a, const arma::mat& b) {
        const arma::mat map = math::kronecker(a, b);
        return Invariants{arma::trace(map), std::round(arma::det(map))};
      })
      .within({.absolute = 1e-6, .relative = 1e-9})
      .on("1 x 1", number(2), number(3))
      .on("B = (2)", A, number(2))
      .on("A = (2)", number(2), A)
      .on("the document's example", A, B)
      .on("2 x 2 and 3 x 3", A, arma::mat{{1, 1, 0}, {0, 3, 0}, {2, 0, 1}})
      .on_random([](Draw& draw) {
        const arma::uword p = size(draw, "p", 1, 3), n = size(draw, "n", 1, 3);
        const arma::mat a = draw.whole("A", p, p, 3);
        return std::tuple(a, draw.whole("B", n, n, 3));
      });

  arma::uvec many(61);
  for (arma::uword i = 0; i < many.n_elem; ++i)
    many(i) = 1 + 7 * i % 23;
  course.EXERCISE(least_multiplications)
      .expects([](const arma::uvec& sizes) {
        std::map<std::pair<arma::uword, arma::uword>, double> known;
        return least(sizes, 0, sizes.n_elem - 1, known);
      })
      .on("m + 1 >= 2 sizes: 0 for a single matrix", arma::uvec{2, 3})
      .on("two matrices", arma::uvec{2, 3, 4})
      .on("columns first", arma::uvec{1, 2, 3, 4})
      .on("rows first", arma::uvec{4, 3, 2, 1})
      .on("a small head", arma::uvec{6, 1, 6, 4, 4})
      .on("a head of GPT-2", arma::uvec{768, 64, 768, 1024, 1024})
      .on("one large head", arma::uvec{768, 768, 768, 1024, 1024})
      .on("each >= 1: sizes of 1 and 2", arma::uvec{1, 1, 2, 1})
      .on("neither from the left nor from the right", arma::uvec{1, 1, 1, 3, 2})
      .on("may be larger than 2^32", arma::uvec{2000, 1500, 2000})
      .on_random([](Draw& draw) {
        const arma::uword m = size(draw, "m", 1, 6);
        return std::tuple(whole(draw, "sizes", m + 1, 1, 9));
      })
      .on("There may be 60 matrices", many);
}
