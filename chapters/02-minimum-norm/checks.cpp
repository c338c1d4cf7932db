#include "epreuve/exercises/course.hpp"
#include "epreuve/math/minimum_norm.hpp"
#include "epreuve/math/rational_matrix.hpp"

#include "exercises.hpp"

#include <algorithm>
#include <utility>

using namespace epreuve;
using namespace epreuve::exercises;
using math::RationalMatrix;

namespace {

const arma::mat printed_A{{1, 2, 0, -1}, {1, 1, -1, 0}};
const arma::vec printed_y{2, -1};
const arma::mat dependent_rows{{1, 2, 0, -1}, {2, 4, 0, -2}};

/// n x N of rank n, n <= N, well conditioned, its first n columns as well.
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

arma::vec draw_integers(Draw& draw, const char* name, arma::uword n)
{
  return draw.integer_matrix(name, n, 1, -3, 3);
}

RationalMatrix beside(const arma::mat& A, const arma::vec& y)
{
  return RationalMatrix(arma::mat(arma::join_rows(A, y)));
}

/// The shortest x with A x = y, by elimination on integers; empty if there is none.
arma::vec exact_shortest(const arma::mat& A, const arma::vec& y)
{
  if (rank(beside(A, y)) > rank(RationalMatrix(A)))
    return {};
  arma::uvec rows; // independent, and as many as there are
  for (arma::uword i = 0; i < A.n_rows; ++i) {
    const arma::uvec more = arma::join_cols(rows, arma::uvec{i});
    if (rank(RationalMatrix(arma::mat(A.rows(more)))) == more.n_elem)
      rows = more;
  }
  if (rows.is_empty())
    return arma::vec(A.n_cols, arma::fill::zeros);
  const RationalMatrix B = math::right_inverse(RationalMatrix(arma::mat(A.rows(rows))));
  return arma::vec((B * RationalMatrix(arma::mat(y.rows(rows)))).to_double());
}

/// As a 1 x 1 matrix.
arma::mat number(double x)
{
  return arma::mat(arma::vec{x});
}

arma::mat identity(arma::uword n)
{
  return {n, n, arma::fill::eye};
}

constexpr Closeness to_a_billionth{.absolute = 1e-12, .relative = 1e-9, .of_largest = 1e-9};

} // namespace

CHECKS(course)
{
  course.exercise<decltype(exercise::residual_norm)>("residual_norm", {"A", "x", "y"})
      .title("How far is x from solving A x = y?")
      .section("exo7 2.2")
      .points(1)
      .stars(1)
      .hint("If x solved the system, which vector would be 0?")
      .hint("The length of a vector is the square root of the sum of the squares of its entries.")
      .hint("arma::norm(v) is the length of v; A * x is the product.")
      .expects([](const arma::mat& A, const arma::vec& x, const arma::vec& y) {
        return arma::norm(A * x - y);
      })
      .on("one equation", number(2), arma::vec{3}, arma::vec{5})
      .on("3, 4, 5", arma::mat{{1, 0, 0}, {0, 1, 0}}, arma::vec{3, 4, 7}, arma::vec{0, 0})
      .on("a solution", printed_A, arma::vec{0, 1, 2, 0}, printed_y)
      .on("the printed example", printed_A, arma::vec{-1.0 / 3, 2.0 / 3, 4.0 / 3, -1}, printed_y)
      .on_random([](Draw& draw) {
        arma::mat A = draw_any_rank(draw);
        arma::vec x = draw_integers(draw, "x", A.n_cols);
        arma::vec y = draw_integers(draw, "y", A.n_rows);
        return std::tuple(std::move(A), std::move(x), std::move(y));
      })
      .mistake("you return the square of the length; its square root is missing",
               [](const arma::mat& A, const arma::vec& x, const arma::vec& y) {
                 const arma::vec r = A * x - y;
                 return arma::dot(r, r);
               })
      .mistake("you sum the magnitudes of the entries; the length has their squares, and a root",
               [](const arma::mat& A, const arma::vec& x, const arma::vec& y) {
                 return arma::norm(A * x - y, 1);
               })
      .mistake("you return the largest magnitude of the entries; the length counts all of them",
               [](const arma::mat& A, const arma::vec& x, const arma::vec& y) {
                 return arma::norm(A * x - y, "inf");
               })
      .mistake(
          "you return the difference of two lengths, |A x| and |y|; subtract the vectors first",
          [](const arma::mat& A, const arma::vec& x, const arma::vec& y) {
            return std::abs(arma::norm(A * x) - arma::norm(y));
          })
      .mistake("your result does not depend on y; subtract it from A x",
               [](const arma::mat& A, const arma::vec& x, const arma::vec&) {
                 return arma::norm(A * x);
               })
      .mistake(
          "you divide by the number of equations before you take the root: that is a mean, and "
          "the length is none",
          [](const arma::mat& A, const arma::vec& x, const arma::vec& y) {
            return arma::norm(A * x - y) / std::sqrt(static_cast<double>(y.n_elem));
          });

  course.exercise<decltype(exercise::right_inverse)>("right_inverse", {"A"})
      .title("A right inverse")
      .section("exo7 2.2, Proposition 1")
      .points(3)
      .stars(2)
      .hint("A has no inverse, as it is not square. Which of its two products with its transpose "
            "has: A A^T, n x n, or A^T A, N x N?")
      .hint("The result is N x n. In what order do A^T and an n x n matrix fit together?")
      .hint("A.t() is the transpose, arma::inv the inverse of a square matrix. Multiply your "
            "result by A from the left to see whether it is one.")
      .expects([](const arma::mat& A) { return math::right_inverse(A); })
      .within(to_a_billionth)
      .on("one number", number(2))
      .on("a row", arma::mat{{1, 2}})
      .on("square", arma::mat{{1, 2}, {3, 5}})
      .on("the printed example", printed_A)
      .on_random([](Draw& draw) { return std::tuple(draw_full_rank(draw)); })
      .mistake("(A A^T)^{-1} is missing: you return A^T, as if the rows had length 1 and were "
               "perpendicular",
               [](const arma::mat& A) { return arma::mat(A.t()); })
      .mistake("A A^T comes into your product as it is; take its inverse",
               [](const arma::mat& A) { return arma::mat(A.t() * A * A.t()); })
      .mistake("the factor A^T is missing: you return (A A^T)^{-1}, which is n x n",
               [](const arma::mat& A) { return arma::mat(arma::inv(A * A.t())); })
      .mistake("you return the transpose: A^T comes first, and the result is N x n",
               [](const arma::mat& A) { return arma::mat(math::right_inverse(A).t()); })
      .mistake("you take the reciprocal of each entry of A A^T; the inverse of a matrix is another "
               "matrix",
               [](const arma::mat& A) { return arma::mat(A.t() * (1 / (A * A.t()))); })
      .mistake("you take A A^T for diagonal; its rows may have any angle to one another",
               [](const arma::mat& A) {
                 const arma::vec squares = arma::sum(arma::square(A), 1);
                 return arma::mat(A.t() * arma::diagmat(1 / squares));
               });

  course.exercise<decltype(exercise::minimum_norm_solution)>("minimum_norm_solution", {"A", "y"})
      .title("Of all solutions, the shortest")
      .section("exo7 2.2, Proposition 1")
      .points(2)
      .stars(2)
      .hint("With N > n there are many solutions. Which matrix that you have picks one that is a "
            "combination of the rows of A?")
      .hint("The way from y to the shortest x is linear: one matrix times y.")
      .hint("That matrix is N x n, and you wrote it in the exercise before. (Or solve for "
            "(A A^T)^{-1} y first and multiply by A^T afterwards: it saves an inverse.)")
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
      })
      .mistake("your x solves A x = y, but it is not the shortest: you use the first n unknowns "
               "and set the others to 0",
               [](const arma::mat& A, const arma::vec& y) {
                 arma::vec x(A.n_cols, arma::fill::zeros);
                 x.head(A.n_rows) = arma::solve(arma::mat(A.head_cols(A.n_rows)), y);
                 return x;
               })
      .mistake("(A A^T)^{-1} is missing: your x is A^T y",
               [](const arma::mat& A, const arma::vec& y) { return arma::vec(A.t() * y); })
      .mistake("A^T is missing: you return (A A^T)^{-1} y, of n entries; x has N",
               [](const arma::mat& A, const arma::vec& y) {
                 return arma::vec(arma::solve(A * A.t(), y));
               })
      .mistake("your sign is the opposite: A x is -y",
               [](const arma::mat& A, const arma::vec& y) {
                 return arma::vec(-math::minimum_norm_solution(A, y));
               })
      .mistake("you scale x to length 1; then A x is no longer y",
               [](const arma::mat& A, const arma::vec& y) {
                 return arma::vec(arma::normalise(math::minimum_norm_solution(A, y)));
               });

  course.exercise<decltype(exercise::kernel_projector)>("kernel_projector", {"A"})
      .title("What may be added to a solution: the projection on the kernel")
      .section("exo7 2.2")
      .points(3)
      .stars(3)
      .hint("Split any v in two: what A sees of it, and the rest, which A sends to 0. The first "
            "part is the shortest vector with the same A v.")
      .hint("The shortest vector with the image A v is B (A v), B the right inverse: so B A is "
            "the projection on the rows of A.")
      .hint("What is left of v when that part is taken away? Write it as one N x N matrix times v.")
      .hint("Test your P: A P = 0, P P = P, and P is its own transpose. N - n is its trace.")
      .expects([](const arma::mat& A) {
        const RationalMatrix exact(A);
        return arma::mat(
            (RationalMatrix::identity(A.n_cols) - math::right_inverse(exact) * exact).to_double());
      })
      .within(to_a_billionth)
      .on("one number: the kernel is 0", number(2))
      .on("a row", arma::mat{{1, 2}})
      .on("a row along an axis", arma::mat{{3, 0}})
      .on("square: the kernel is 0", arma::mat{{1, 2}, {3, 5}})
      .on("the printed example", printed_A)
      .on_random([](Draw& draw) { return std::tuple(draw_full_rank(draw)); })
      .mistake(
          "you return the projection on the rows of A, B A; what it leaves is asked for, I - B A",
          [](const arma::mat& A) { return arma::mat(math::right_inverse(A) * A); })
      .mistake("your sign is the opposite: it is I - B A",
               [](const arma::mat& A) {
                 return arma::mat(math::right_inverse(A) * A - identity(A.n_cols));
               })
      .mistake("your product is A B, which is the n x n identity; the projection has B A, N x N",
               [](const arma::mat& A) { return arma::mat(A.n_rows, A.n_rows, arma::fill::zeros); })
      .mistake("your P is I - A^T A, a projection only if the rows of A are perpendicular and of "
               "length 1; (A A^T)^{-1} belongs between the factors",
               [](const arma::mat& A) { return arma::mat(identity(A.n_cols) - A.t() * A); })
      .mistake("you project along the rows one at a time, which is right only if they are "
               "perpendicular; (A A^T)^{-1} belongs between the factors",
               [](const arma::mat& A) {
                 arma::mat P = identity(A.n_cols);
                 for (arma::uword i = 0; i < A.n_rows; ++i)
                   P -= A.row(i).t() * A.row(i) / arma::dot(A.row(i), A.row(i));
                 return P;
               })
      .mistake("you subtract from a matrix of ones in place of the identity",
               [](const arma::mat& A) { return arma::mat(1 - math::right_inverse(A) * A); });

  course.exercise<decltype(exercise::numerical_rank)>("numerical_rank", {"A"})
      .title("The rank, as far as rounding lets it be known")
      .section("exo7 2.2")
      .points(3)
      .stars(3)
      .hint("Elimination leaves numbers like 1e-17 where exact arithmetic has a 0. Which numbers "
            "tell how near a matrix is to one of lower rank?")
      .hint("In exact arithmetic the rank is the number of singular values that are not 0; "
            "arma::svd(A) returns them, the largest first.")
      .hint("\"Small\" must not depend on the unit that A is measured in: compare every singular "
            "value with the largest.")
      .hint("Count those above 1e-10 times the largest. Do not divide by the largest, which may "
            "be 0.")
      .expects([](const arma::mat& A) { return rank(RationalMatrix(A)); })
      .on("one number", number(2))
      .on("a zero", number(0))
      .on("a zero matrix", arma::mat(2, 3, arma::fill::zeros))
      .on("tiny, of full rank", arma::mat{{1e-20, 0}, {0, 2e-20}})
      .on("a permutation", arma::mat{{0, 1}, {1, 0}})
      .on("rank-deficient: row 2 is twice row 1", dependent_rows)
      .on("tall", arma::mat{{1, 2}, {2, 4}, {3, 6}})
      .on("the printed example", printed_A)
      .on_random([](Draw& draw) { return std::tuple(draw_any_rank(draw)); })
      .mistake("you count rows that are not 0; one may be a combination of the others",
               [](const arma::mat& A) {
                 arma::uword count = 0;
                 for (arma::uword i = 0; i < A.n_rows; ++i)
                   count += arma::any(A.row(i)) ? 1 : 0;
                 return count;
               })
      .mistake("you return the rank that a matrix of this shape has at most; look at its entries",
               [](const arma::mat& A) { return std::min(A.n_rows, A.n_cols); })
      .mistake("you compare the singular values with a fixed number: a tiny matrix may have full "
               "rank. Compare them with the largest",
               [](const arma::mat& A) { return arma::accu(arma::vec(arma::svd(A)) > 1e-10); })
      .mistake(
          "you count the singular values that vanish; the others are the rank",
          [](const arma::mat& A) { return std::min(A.n_rows, A.n_cols) - rank(RationalMatrix(A)); })
      .mistake("you return the dimension of the kernel, N less the rank",
               [](const arma::mat& A) { return A.n_cols - rank(RationalMatrix(A)); })
      .mistake("your count leaves out the largest singular value", [](const arma::mat& A) {
        const arma::uword r = rank(RationalMatrix(A));
        return r > 0 ? r - 1 : 0;
      });

  course.exercise<decltype(exercise::shortest_solution)>("shortest_solution", {"A", "y"})
      .title("The shortest solution of any system, or none")
      .section("beyond exo7 2.2")
      .points(5)
      .stars(4)
      .hint("If the rank r is below n, A A^T has no inverse, and there may be no solution at all. "
            "Two questions: which x, and does it solve the system?")
      .hint("A = U S V^T. Of S only the r singular values count that numerical_rank counts; call "
            "their columns U_r and V_r. A solution that is a combination of V_r is the shortest.")
      .hint("In these columns the system is diagonal: V_r^T x is U_r^T y, divided entry by entry "
            "by the singular values.")
      .hint("arma::svd_econ(U, s, V, A) gives all three; then compare residual_norm with 1e-8 "
            "times the length of y to decide whether to return x or arma::vec().")
      .expects(exact_shortest)
      .within({.absolute = 1e-9, .relative = 1e-7, .of_largest = 1e-8})
      .on("a zero, y = 0", number(0), arma::vec{0})
      .on("a zero, y not 0", number(0), arma::vec{1})
      .on("one equation, two unknowns", arma::mat{{1, 2}}, arma::vec{5})
      .on("rank-deficient, with solutions", dependent_rows, arma::vec{2, 4})
      .on("rank-deficient, without", dependent_rows, arma::vec{2, -1})
      .on("square, of rank 1", arma::mat{{1, 1}, {1, 1}}, arma::vec{2, 2})
      .on("more equations than unknowns", arma::mat(arma::vec{1, 2, 3}), arma::vec{2, 4, 6})
      .on("more equations, no solution", arma::mat(arma::vec{1, 1}), arma::vec{1, 2})
      .on("the printed example", printed_A, printed_y)
      .on_random([](Draw& draw) {
        arma::mat A = draw_any_rank(draw);
        arma::vec y;
        if (draw.integer("solvable", 0, 1) == 1)
          y = A * draw_integers(draw, "z", A.n_cols);
        else
          y = draw_integers(draw, "y", A.n_rows);
        return std::tuple(std::move(A), std::move(y));
      })
      .mistake("you return an x even where A x = y has no solution; compute the residual, and "
               "return an empty vector where it is not small",
               [](const arma::mat& A, const arma::vec& y) { return arma::vec(arma::pinv(A) * y); })
      .mistake("you refuse every A of rank below n; y may still be a combination of its columns",
               [](const arma::mat& A, const arma::vec& y) {
                 return rank(RationalMatrix(A)) < A.n_rows ? arma::vec() : exact_shortest(A, y);
               })
      .mistake(
          "you find no solution where there is one: A x differs from y by rounding, so compare "
          "the difference with a small number, not with 0",
          [](const arma::mat&, const arma::vec&) { return arma::vec(); })
      .mistake("where there is no solution, return an empty vector, arma::vec(), not zeros",
               [](const arma::mat& A, const arma::vec& y) {
                 const arma::vec x = exact_shortest(A, y);
                 return x.is_empty() ? arma::vec(A.n_cols, arma::fill::zeros) : x;
               });
}
