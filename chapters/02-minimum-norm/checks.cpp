#include "epreuve/exercises/course.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"
#include "epreuve/math/linear_algebra/minimum_norm.hpp"

#include <exercises.hpp>

#include <tuple>
#include <utility>

using namespace epreuve;
using namespace epreuve::exercises;
using instruments::RationalMatrix;

namespace {

const arma::mat printed_A{{1, 2, 0, -1}, {1, 1, -1, 0}};
const arma::vec printed_y{2, -1};
const arma::mat dependent_rows{{1, 2, 0, -1}, {2, 4, 0, -2}};

/// n x N of rank n, n <= N, well conditioned, and so are its first n columns.
arma::mat draw_full_rank(Draw& draw)
{
  constexpr double least = 0.05; // of singular values, to the largest
  const auto n = static_cast<arma::uword>(draw.integer("n", 1, 4));
  const auto N = n + static_cast<arma::uword>(draw.integer("N - n", 0, 3));
  arma::mat A = draw.integer_matrix("A", n, N, -3, 3);
  const arma::vec s = arma::svd(arma::mat(A.head_cols(n)));
  if (s.min() <= least * s.max())
    A.head_cols(n).eye();
  return A;
}

/// Of any shape and rank. No product of integers this small comes near a lower rank.
arma::mat draw_any_rank(Draw& draw)
{
  const auto n = static_cast<arma::uword>(draw.integer("n", 1, 4));
  const auto N = static_cast<arma::uword>(draw.integer("N", 1, 4));
  const auto r = static_cast<arma::uword>(draw.integer("r", 1, 3));
  const arma::mat F = draw.integer_matrix("F", n, r, -2, 2);
  const arma::mat G = draw.integer_matrix("G", r, N, -2, 2);
  return F * G;
}

bool is_well_conditioned(const arma::mat& A)
{
  const arma::vec s = arma::svd(A);
  return A.n_rows <= A.n_cols && s.min() > 1e-3 * s.max();
}

arma::vec draw_integers(Draw& draw, const char* name, arma::uword n)
{
  return draw.integer_matrix(name, n, 1, -3, 3);
}

RationalMatrix augmented(const arma::mat& A, const arma::vec& y)
{
  return RationalMatrix(arma::mat(arma::join_rows(A, y)));
}

/// With 0 for entries below 10^-10 of the largest, as numerical_rank has it for singular values.
arma::mat without_rounding(const arma::mat& A)
{
  return arma::mat(A).clean(1e-10 * arma::abs(A).max());
}

/// The shortest x with A x = y, by elimination on integers; empty if there is none.
arma::vec exact_shortest(const arma::mat& given, const arma::vec& y_given)
{
  const arma::mat A = without_rounding(given);
  const arma::vec y = without_rounding(y_given);
  if (rank(augmented(A, y)) > rank(RationalMatrix(A)))
    return {};
  arma::uvec rows; // independent, and as many as there are
  for (arma::uword i = 0; i < A.n_rows; ++i) {
    const arma::uvec more = arma::join_cols(rows, arma::uvec{i});
    if (rank(RationalMatrix(arma::mat(A.rows(more)))) == more.n_elem)
      rows = more;
  }
  if (rows.is_empty())
    return arma::vec(A.n_cols, arma::fill::zeros);
  const RationalMatrix B = instruments::right_inverse(RationalMatrix(arma::mat(A.rows(rows))));
  return arma::vec((B * RationalMatrix(arma::mat(y.rows(rows)))).to_double());
}

/// As a 1 x 1 matrix.
arma::mat number(double x)
{
  return arma::mat(arma::vec{x});
}

constexpr Closeness to_a_billionth{.absolute = 1e-12, .relative = 1e-9, .of_largest = 1e-9};

} // namespace

CHECKS(course)
{
  course.EXERCISE(residual_norm)
      .expects([](const arma::mat& A, const arma::vec& x, const arma::vec& y) {
        return arma::norm(A * x - y);
      })
      .on("one equation", number(2), arma::vec{3}, arma::vec{5})
      .on("half a unit off", number(1), arma::vec{0.5}, arma::vec{0})
      .on("two equations", arma::mat(arma::vec{1, 2}), arma::vec{3}, arma::vec{4, 5})
      .on("3, 4, 5", arma::mat{{1, 0, 0}, {0, 1, 0}}, arma::vec{3, 4, 7}, arma::vec{0, 0})
      .on("a solution", printed_A, arma::vec{0, 1, 2, 0}, printed_y)
      .on("the printed example", printed_A, arma::vec{-1.0 / 3, 2.0 / 3, 4.0 / 3, -1}, printed_y)
      .on_random([](Draw& draw) {
        arma::mat A = draw_any_rank(draw);
        arma::vec x = draw_integers(draw, "x", A.n_cols);
        arma::vec y = draw_integers(draw, "y", A.n_rows);
        return std::tuple(std::move(A), std::move(x), std::move(y));
      });

  course.EXERCISE(right_inverse)
      .domain(is_well_conditioned)
      .expects([](const arma::mat& A) { return math::right_inverse(A); })
      .within(to_a_billionth)
      .on("one number", number(2))
      .on("a row", arma::mat{{1, 2}})
      .on("square", arma::mat{{1, 2}, {3, 5}})
      .on("the printed example", printed_A)
      .on_random([](Draw& draw) { return std::tuple(draw_full_rank(draw)); });

  course.EXERCISE(minimum_norm_solution)
      .domain([](const arma::mat& A, const arma::vec&) { return is_well_conditioned(A); })
      .expects(
          [](const arma::mat& A, const arma::vec& y) { return math::minimum_norm_solution(A, y); })
      .within(to_a_billionth)
      .on("one equation, one unknown", number(2), arma::vec{3})
      .on("one equation, two unknowns", arma::mat{{1, 2}}, arma::vec{5})
      .on("square", arma::mat{{1, 2}, {3, 5}}, arma::vec{1, 1})
      .on("y = 0", printed_A, arma::vec{0, 0})
      .on("the printed example", printed_A, printed_y)
      .on_random([](Draw& draw) {
        arma::mat A = draw_full_rank(draw);
        arma::vec y = draw_integers(draw, "y", A.n_rows);
        return std::tuple(std::move(A), std::move(y));
      });

  course.EXERCISE(kernel_projector)
      .domain(is_well_conditioned)
      .expects([](const arma::mat& A) {
        const RationalMatrix exact(A);
        return arma::mat(
            (RationalMatrix::identity(A.n_cols) - instruments::right_inverse(exact) * exact)
                .to_double());
      })
      .within(to_a_billionth)
      .on("the zero matrix if n = N: one number", number(2))
      .on("a row", arma::mat{{1, 2}})
      .on("a row along an axis", arma::mat{{3, 0}})
      .on("the zero matrix if n = N: 2 x 2", arma::mat{{1, 2}, {3, 5}})
      .on("the printed example", printed_A)
      .on_random([](Draw& draw) { return std::tuple(draw_full_rank(draw)); });

  course.EXERCISE(numerical_rank)
      .expects([](const arma::mat& A) { return rank(RationalMatrix(without_rounding(A))); })
      .on("one number", number(2))
      .on("a zero", number(0))
      .on("a zero matrix", arma::mat(2, 3, arma::fill::zeros))
      .on("its entries may all be tiny", arma::mat{{1e-20, 0}, {0, 2e-20}})
      .on("nearly of rank 1", arma::mat{{1, 0}, {0, 1e-7}})
      .on("of rank 1 but for rounding", arma::mat{{1, 0}, {0, 1e-12}})
      .on("a permutation", arma::mat{{0, 1}, {1, 0}})
      .on("any rank: row 2 is twice row 1", dependent_rows)
      .on("of any shape: tall", arma::mat{{1, 2}, {2, 4}, {3, 6}})
      .on("the printed example", printed_A)
      .on_random([](Draw& draw) { return std::tuple(draw_any_rank(draw)); });

  course.EXERCISE(shortest_solution)
      .expects(exact_shortest)
      .within({.absolute = 1e-9, .relative = 1e-7, .of_largest = 1e-8})
      // Rounding of singular values that are 0 differs, so what is left of them in x does too.
      .mistake("your x solves A x = y, but is not the shortest: you divide by singular values that "
               "are 0 but for rounding; leave out those up to 10^-10 times the largest",
               [](const arma::mat& A, const arma::vec& y, const arma::vec& x) {
                 const arma::vec shortest = exact_shortest(A, y);
                 if (shortest.is_empty() || x.is_empty()) // rounding alone decides on the residual
                   return x.is_empty() ? any_constant : no_constant;
                 if (arma::any(arma::vectorise(A != without_rounding(A))))
                   return no_constant; // there pinv() is wrong
                 const bool solves = arma::norm(A * x - y) <= 1e-6 * arma::norm(y);
                 const bool is_longer = arma::norm(x) > 1.001 * arma::norm(shortest);
                 return solves && is_longer ? Constants::near(1, 0) : no_constant;
               })
      .on("a zero, y = 0", number(0), arma::vec{0})
      .on("a zero, y not 0", number(0), arma::vec{1})
      .on("one equation, two unknowns", arma::mat{{1, 2}}, arma::vec{5})
      .on("any rank: with solutions", dependent_rows, arma::vec{2, 4})
      .on("an empty vector if A x = y has no solution: of rank 1", dependent_rows, arma::vec{2, -1})
      .on("square, of rank 1", arma::mat{{1, 1}, {1, 1}}, arma::vec{2, 2})
      .on("of any shape: more equations than unknowns", arma::mat(arma::vec{1, 2, 3}),
          arma::vec{2, 4, 6})
      .on("more equations, no solution", arma::mat(arma::vec{1, 1}), arma::vec{1, 2})
      .on("a tiny y, no solution", arma::mat(arma::vec{1, 1}), arma::vec{1e-9, 2e-9})
      .on("of rank 1 but for rounding", arma::mat{{1, 0}, {0, 1e-12}}, arma::vec{1, 1e-12})
      .on("a tiny matrix", arma::mat{{1e-12, 2e-12}}, arma::vec{5})
      .on("of rank 2, with singular values 1 and 1e-8", arma::mat{{1, 0}, {0, 1e-8}},
          arma::vec{1, 1})
      .on("the printed example", printed_A, printed_y)
      .on_random([](Draw& draw) {
        arma::mat A = draw_any_rank(draw);
        arma::vec y;
        if (draw.integer("solvable", 0, 1) == 1)
          y = A * draw_integers(draw, "z", A.n_cols);
        else
          y = draw_integers(draw, "y", A.n_rows);
        return std::tuple(std::move(A), std::move(y));
      });
}
