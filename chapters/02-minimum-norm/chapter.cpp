#include "epreuve/chapter.hpp"
#include "epreuve/error.hpp"
#include "epreuve/math/minimum_norm.hpp"
#include "epreuve/math/rational_matrix.hpp"
#include "epreuve/math/softmax.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <fstream>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

/**
# Minimum norm: of all solutions, the shortest

A transformer reads a token as a vector of $\mathbb R^N$ with a single 1, and shortens it to
$y = Ax$ in $\mathbb R^n$, the token vector; in GPT-2, $n = 768$ and $N = 50257$. At the other
end it must come back from $y$ to some $x$: the *retranscription*, or unembedding. There are far
more unknowns than equations, so whole spaces of $x$ fit, and something has to choose. This
section of the course chooses the shortest, and gives a formula for it:

$$ x_{\min} = By, \qquad B = A^T (AA^T)^{-1}. $$

Three questions. Is it true? That we settle with fractions, where nothing is rounded. Should one
compute it so? There we shall see digits vanish. And does it still work with 768 rows and 50257
columns, or does some matrix on the way become too large?
*/

using namespace epreuve::course;

/**
## The printed example

The example has $n = 2$ and $N = 4$, and its answers are thirds. So we compute in rationals,
where a result is equal to what is printed, or it is not.
*/

static Values entries(const RationalMatrix& A)
{
  std::vector<Rational> row_by_row;
  for (arma::uword i = 0; i < A.rows(); ++i)
    for (arma::uword j = 0; j < A.cols(); ++j)
      row_by_row.push_back(A(i, j));
  return {row_by_row, A.rows(), A.cols()};
}

static void printed_example(Chapter& chapter)
{
  const RationalMatrix A{{1, 2, 0, -1}, {1, 1, -1, 0}};
  const RationalMatrix y{{2}, {-1}};
  chapter.claim("exo7-2.2-example-data", holds)
      .equal("n, the rows of A and of y", A.rows(), y.rows())
      .equal("N, its columns", A.cols(), arma::uword(4))
      .equal("rank of A: n, as the section supposes", rank(A), A.rows());

  const RationalMatrix At = transpose(A), AAt = A * At, inverted = inverse(AAt);
  chapter.claim("exo7-2.2-example-AT", reproduced)
      .prints_exactly("1 1; 2 1; 0 -1; -1 0", entries(At));
  chapter.claim("exo7-2.2-example-AAT", reproduced).prints_exactly("6 3; 3 3", entries(AAt));
  chapter.claim("exo7-2.2-example-inverse", reproduced)
      .prints_exactly("1/3 -1/3; -1/3 2/3", entries(inverted));

  const RationalMatrix B = At * inverted, x = B * y;
  chapter.claim("exo7-2.2-example-B", reproduced)
      .prints_exactly("0 1/3; 1/3 0; 1/3 -2/3; -1/3 1/3", entries(B));
  chapter.claim("exo7-2.2-example-xmin", reproduced)
      .prints_exactly("-1/3 2/3 4/3 -1", entries(x))
      .equal("A x = y", A * x, y);

  /**
  Every entry is right. (The last one is printed as $\frac13 \cdot (-3)$.)

  The determinant, 9, can be had without multiplying $A$ by its transpose: Cauchy and Binet say
  that $\det AA^T$ is the sum of the squares of all the 2 x 2 minors of $A$. That is also why it
  cannot vanish as long as some two columns are independent.
  */
  Rational sum_of_squares = 0;
  for (arma::uword i = 0; i < 4; ++i)
    for (arma::uword j = i + 1; j < 4; ++j) {
      const Rational minor = A(0, i) * A(1, j) - A(0, j) * A(1, i);
      sum_of_squares += minor * minor;
    }
  chapter.claim("exo7-2.2-rank-hypothesis", holds)
      .equal("example: det A Aᵀ and the sum of squared minors",
             Rational(AAt(0, 0) * AAt(1, 1) - AAt(0, 1) * AAt(1, 0)), sum_of_squares);

  /**
  $A$ is not square, so it has no inverse. $B$ is half of one: $AB = I$, but $BA$ is a
  4 x 4 matrix of rank 2. It equals its square and its transpose, so it is the orthogonal
  projection on the space that the rows of $A$ span.
  */
  const RationalMatrix P = B * A;
  chapter.claim("exo7-2.2-no-inverse", holds)
      .equal("example: A B = I", A * B, RationalMatrix::identity(2))
      .equal("rank of B A, where I would have 4", rank(P), arma::uword(2))
      .equal("B A is a projection: its square is itself", P * P, P)
      .equal("and an orthogonal one: so is its transpose", transpose(P), P)
      .equal("on the rows of A: A (B A) = A", A * P, A);
}

/**
## The general statements

One example proves little. The statements of the section are about every $A$ of rank $n$, so we
draw matrices of small integers, of several shapes, and go on computing exactly: an equality
that holds for a hundred random systems without rounding is hardly an accident. When the draw lacks
rank, a heavy diagonal restores it: the leading block then dominates its rows, and is invertible.
*/

struct System
{
  RationalMatrix A, y;
};

static RationalMatrix integers(Draw& draw, const char* name, arma::uword rows, arma::uword cols)
{
  return RationalMatrix(draw.integer_matrix(name, rows, cols, -3, 3));
}

static System full_rank_system(Draw& draw, long least_extra = 0, long most_extra = 3)
{
  const auto n = static_cast<arma::uword>(draw.integer("n", 1, 3));
  const auto N = n + static_cast<arma::uword>(draw.integer("N - n", least_extra, most_extra));
  arma::mat A = draw.integer_matrix("A", n, N, -3, 3);
  if (rank(RationalMatrix(A)) < n)
    A.diag() += 10;
  return {RationalMatrix(A), integers(draw, "y", n, 1)};
}

using Statement = std::function<bool(const System&, Draw&)>;

/// Of every system of rank n, n <= N.
static Predicate systems(const Statement& holds_for)
{
  return [=](Draw& draw) { return holds_for(full_rank_system(draw), draw); };
}

/// The same where N > n, so that there is something to choose.
static Predicate wide_systems(const Statement& holds_for)
{
  return [=](Draw& draw) { return holds_for(full_rank_system(draw, 1), draw); };
}

/**
We need solutions that owe nothing to the formula. Two come from Lagrange: of all $x$ with
$Ax = y$, the one that minimises $\sum w_i x_i^2$ solves, with multipliers $\lambda$,

$$ \begin{pmatrix} W & A^T \\ A & 0 \end{pmatrix}
   \begin{pmatrix} x \\ \lambda \end{pmatrix} = \begin{pmatrix} 0 \\ y \end{pmatrix},
   \qquad W = \operatorname{diag}(w_1, \dots, w_N). $$

With all weights 1 it must be $x_{\min}$. With other weights, $1, 2, \dots, N$, it is some other
solution, which will serve as the witness from outside.
*/

static RationalMatrix lagrange(const System& s, const std::function<Rational(arma::uword)>& weight)
{
  const arma::uword n = s.A.rows(), N = s.A.cols();
  RationalMatrix K(N + n, N + n), right(N + n, 1), x(N, 1);
  for (arma::uword i = 0; i < N; ++i)
    K(i, i) = weight(i);
  for (arma::uword i = 0; i < n; ++i) {
    right(N + i, 0) = s.y(i, 0);
    for (arma::uword j = 0; j < N; ++j)
      K(N + i, j) = K(j, N + i) = s.A(i, j);
  }
  const RationalMatrix solution = inverse(K) * right;
  for (arma::uword i = 0; i < N; ++i)
    x(i, 0) = solution(i, 0);
  return x;
}

static RationalMatrix shortest(const System& s)
{
  return lagrange(s, [](arma::uword) { return Rational(1); });
}

static RationalMatrix another_solution(const System& s)
{
  return lagrange(s, [](arma::uword i) { return Rational(i + 1); });
}

static RationalMatrix beside(const RationalMatrix& A, const RationalMatrix& B)
{
  RationalMatrix both(A.rows(), A.cols() + B.cols());
  for (arma::uword i = 0; i < both.rows(); ++i)
    for (arma::uword j = 0; j < both.cols(); ++j)
      both(i, j) = j < A.cols() ? A(i, j) : B(i, j - A.cols());
  return both;
}

static bool is_zero(const RationalMatrix& A)
{
  return A == RationalMatrix(A.rows(), A.cols());
}

static Rational squared_norm(const RationalMatrix& x)
{
  return (transpose(x) * x)(0, 0);
}

/**
First what there is to choose from. Whenever $N > n$, some $z \ne 0$ is sent to 0, and whatever
is applied afterwards cannot bring it back: no $C$ has $CA = I$, not for any $A$, of full rank or
not.

Adding such a $z$ to a solution gives another one, and every solution is so obtained. With rank $n$
every $y$ has a solution, and there are $N - n$ independent directions $z$. The document says so too
early: it argues from $N > n$ alone, and supposes the rank to be $n$ only two sentences later, in
order to invert $AA^T$. But $N > n$, however large $N$ is, promises neither a solution nor the
dimension. Let the second row of the printed $A$ be twice the first. Then $y = (2, -1)$ asks one sum
to be two numbers, and nothing solves it; and $y = (2, 4)$ says the same thing twice, which leaves
three directions instead of two. The hypothesis has to come first.

The system is the opposite of the usual one of least squares (*moindres carrés*): with more
equations than unknowns some right-hand side has no solution; with fewer, and rank $n$, none is
without, and none has only one. The document writes $n \ge N$ for the one kind and $N \ge n$ for
the other. The two meet at $N = n$, which with rank $n$ is of neither kind: every $y$ has exactly one
solution, and $B$ finds it.
*/

static constexpr int draws = 100;

static void what_there_is_to_choose_from(Chapter& chapter)
{
  chapter.claim("exo7-2.2-no-inverse", holds)
      .property(
          "for every A with N > n and every C, C A has rank below N",
          [](Draw& draw) {
            const auto n = static_cast<arma::uword>(draw.integer("n", 1, 4));
            const auto N = n + static_cast<arma::uword>(draw.integer("N - n", 1, 3));
            const RationalMatrix A = integers(draw, "A", n, N), C = integers(draw, "C", N, n);
            return rank(C * A) < N && kernel(A).cols() >= N - n;
          },
          draws);

  const RationalMatrix twice{{1, 2, 0, -1}, {2, 4, 0, -2}}, y{{2}, {-1}};
  chapter.claim("exo7-2.2-affine-dim", refuted)
      .as_printed("N > n alone gives solutions, of dimension N − n")
      .equal("row 2 twice row 1, y = (2, −1): rank of A with y beside it, and of A",
             rank(beside(twice, y)), rank(twice))
      .equal("the same A, y = (2, 4): dimension, and N − n", kernel(twice).cols(),
             twice.cols() - twice.rows())
      .corrected("if rank A = n < N: for every y infinitely many, of dimension N − n")
      .property("x + Z t solves it for every t; Z has N − n independent columns",
                wide_systems([](const System& s, Draw& draw) {
                  const RationalMatrix Z = kernel(s.A);
                  const RationalMatrix x = another_solution(s),
                                       t = integers(draw, "t", Z.cols(), 1);
                  return s.A * (x + Z * t) == s.y && rank(Z) == s.A.cols() - s.A.rows();
                }),
                draws)
      .property("the difference of two solutions is a combination of Z",
                wide_systems([](const System& s, Draw&) {
                  const RationalMatrix Z = kernel(s.A);
                  return rank(beside(Z, another_solution(s) - shortest(s))) == Z.cols();
                }),
                draws);

  chapter.claim("exo7-2.2-underdetermined", holds)
      .property("n ≤ N, rank n: every y has a solution",
                systems([](const System& s, Draw&) { return rank(beside(s.A, s.y)) == rank(s.A); }),
                draws)
      .property("n < N: and more than one",
                wide_systems([](const System& s, Draw&) { return kernel(s.A).cols() > 0; }), draws)
      .property(
          "n = N, rank n, the border: exactly one",
          [](Draw& draw) { return kernel(full_rank_system(draw, 0, 0).A).cols() == 0; }, draws)
      .property(
          "more equations than unknowns: some y has none",
          [](Draw& draw) {
            const RationalMatrix tall = transpose(full_rank_system(draw, 1).A);
            return rank(beside(tall, RationalMatrix::identity(tall.rows()))) > rank(tall);
          },
          draws)
      .property("N > n: AᵀA is singular, so the usual formula fails",
                wide_systems(
                    [](const System& s, Draw&) { return rank(transpose(s.A) * s.A) < s.A.cols(); }),
                draws);
}

/**
Then the formula. It may be written down if $AA^T$ is invertible, and $AA^T$ has the rank of $A$,
whatever $A$ is. It solves the system, as $AB = (AA^T)(AA^T)^{-1} = I$; that is the easy half. The
other half is Pythagoras: $x_{\min} = A^T(\dots)$ is a combination of the rows of $A$, therefore
perpendicular to every $z$ with $Az = 0$, and

$$ \|x_{\min} + z\|^2 = \|x_{\min}\|^2 + \|z\|^2 . $$

Any other solution is longer, strictly.
*/

static void the_proposition(Chapter& chapter)
{
  chapter.claim("exo7-2.2-rank-hypothesis", holds)
      .property(
          "A Aᵀ is n x n and has the rank of A, for every A",
          [](Draw& draw) {
            const auto n = static_cast<arma::uword>(draw.integer("n", 1, 4));
            const auto r = static_cast<arma::uword>(draw.integer("r", 1, 4));
            const auto N = static_cast<arma::uword>(draw.integer("N", 1, 5));
            const RationalMatrix A = integers(draw, "F", n, r) * integers(draw, "G", r, N);
            const RationalMatrix AAt = A * transpose(A);
            return AAt.rows() == n && AAt.cols() == n && rank(AAt) == rank(A);
          },
          draws)
      .property("rank n: A's columns give every unit vector of ℝⁿ, A B = I",
                systems([](const System& s, Draw&) {
                  const RationalMatrix I = RationalMatrix::identity(s.A.rows());
                  return rank(beside(s.A, I)) == s.A.rows() && s.A * right_inverse(s.A) == I;
                }),
                draws);

  chapter.claim("exo7-2.2-solution-check", holds)
      .property("A (B y) = y", systems([](const System& s, Draw&) {
                  return s.A * (right_inverse(s.A) * s.y) == s.y;
                }),
                draws);

  const System example{{{1, 2, 0, -1}, {1, 1, -1, 0}}, {{2}, {-1}}};
  chapter.claim("exo7-2.2-proposition-1", holds)
      .equal("example: Lagrange's x, and B y", shortest(example),
             right_inverse(example.A) * example.y)
      .property("for every A of rank n: Lagrange's x is B y", systems([](const System& s, Draw&) {
                  return shortest(s) == right_inverse(s.A) * s.y;
                }),
                draws)
      .property("|x + z|² = |x|² + |z|² > |x|² if A z = 0, z ≠ 0",
                wide_systems([](const System& s, Draw& draw) {
                  const RationalMatrix x = right_inverse(s.A) * s.y, Z = kernel(s.A);
                  const RationalMatrix z = Z * integers(draw, "t", Z.cols(), 1);
                  return squared_norm(x + z) == squared_norm(x) + squared_norm(z) &&
                         (is_zero(z) || squared_norm(x + z) > squared_norm(x));
                }),
                draws)
      .property("x is a combination of the rows of A", systems([](const System& s, Draw&) {
                  return rank(beside(transpose(s.A), right_inverse(s.A) * s.y)) == s.A.rows();
                }),
                draws);

  /**
  Thousands of exact systems, and each could have been an exception to a rule that is false for the
  next. So the proposition is proven as well: for symbolic $A$ of small sizes, where every identity is
  one between polynomials, and for all sizes by a proof that a machine has checked.
  */
  chapter.proposition("minimum-norm");

  /**
  The document *requires* the way back $\psi$ to be linear. It need not: to ask for the shortest
  $x$ is enough, and $\psi$ comes out linear by itself. Lagrange's solution, which knows no $B$,
  says so. And where $A$ has an inverse, $B$ is that inverse.
  */
  const RationalMatrix B = right_inverse(example.A);
  chapter.claim("exo7-2.2-linear-psi", holds)
      .same_shape("B", arma::SizeMat(B.rows(), B.cols()), "N x n", arma::SizeMat(4, 2))
      .property(
          "the shortest x for s y + t y′ is s x + t x′",
          [](Draw& draw) {
            const System one = full_rank_system(draw);
            const System other{one.A, integers(draw, "y'", one.A.rows(), 1)};
            const Rational s = draw.integer("s", -5, 5), t = draw.integer("t", -5, 5);
            return shortest({one.A, s * one.y + t * other.y}) ==
                   s * shortest(one) + t * shortest(other);
          },
          draws)
      .property(
          "N = n: B is the inverse of A",
          [](Draw& draw) {
            const RationalMatrix A = full_rank_system(draw, 0, 0).A;
            return right_inverse(A) == inverse(A);
          },
          draws);
}

/**
## The picture

In the plane, with $A = (1 \;\; 2)$ and $y = 5$, all of this is a drawing. The solutions of
$Ax = 5$ are a line, parallel to the line $Ax = 0$; of all its points the nearest to the origin is
the foot of the perpendicular. We choose the ends of the lines, let exact arithmetic confirm that
they are where the picture puts them, and draw exactly those points.
*/

static void the_picture(Chapter& chapter)
{
  const RationalMatrix A{{1, 2}}, y{{5}};
  const RationalMatrix x_min = right_inverse(A) * y;
  const RationalMatrix through_0{{-3, 4}, {Rational(3, 2), -2}};
  const RationalMatrix solutions{{-2, 5}, {Rational(7, 2), 0}};
  const RationalMatrix other{{3}, {1}};
  const RationalMatrix z = other - x_min;

  chapter.claim("exo7-2.2-fig-projection", holds)
      .equal("A x at the ends of the line through 0", A * through_0, RationalMatrix{{0, 0}})
      .equal("A x at the ends of the other line", A * solutions, RationalMatrix{{5, 5}})
      .equal("x_min, on that line", A * x_min, y)
      .equal("x_min · z: a right angle", transpose(x_min) * z, RationalMatrix{{0}})
      .equal("x_min", x_min, RationalMatrix{{1}, {2}});

  chapter.figure("projection", [&](Figure& figure) {
    const arma::mat zero = through_0.to_double(), line = solutions.to_double();
    const arma::vec foot = x_min.to_double(), end = other.to_double();
    const arma::vec back = -0.13 * foot, along = 0.13 * arma::vec(z.to_double());
    figure.title("Of all solutions, x_min is the foot of the perpendicular")
        .x_label("x₁")
        .y_label("x₂")
        .size(640, 560)
        .x_range(-3, 5)
        .y_range(-2.2, 3.7)
        .equal_axes()
        .line(line.row(0).t(), line.row(1).t(), "A x = y, here x₁ + 2 x₂ = 5")
        .line(zero.row(0).t(), zero.row(1).t(), "A x = 0")
        .arrow(0, 0, end(0), end(1), "", {Ink::muted, 1.5, true})
        .arrow(foot(0), foot(1), end(0), end(1), "", {Ink::plain, 2})
        .arrow(0, 0, foot(0), foot(1), "", {Ink::accent, 2.5})
        .segment(foot(0) + back(0), foot(1) + back(1), foot(0) + back(0) + along(0),
                 foot(1) + back(1) + along(1))
        .segment(foot(0) + along(0), foot(1) + along(1), foot(0) + back(0) + along(0),
                 foot(1) + back(1) + along(1))
        .text(0.3, 1.25, "x_min", Align::right, Ink::accent)
        .text(2.1, 1.75, "z, with A z = 0", Align::left)
        .text(1.35, 0.14, "x_min + z, longer", Align::left, Ink::muted)
        .text(-0.12, -0.28, "0", Align::right)
        .caption("The solutions of A x = y form a line parallel to the kernel A x = 0. Their "
                 "shortest, x_min, is the orthogonal projection of 0 on it; any other is the "
                 "hypotenuse over x_min and a z of the kernel.")
        .alt("Two parallel descending lines, one through the origin. A red arrow goes from the "
             "origin to the other line, which it meets at a right angle; a dashed arrow to "
             "another point of that line is longer.");
  });

  /**
  In general the line is an affine space of $N - n$ dimensions. Take another solution $p$, and
  project 0 on the space of all solutions with nothing but $p$ and a basis $Z$ of the kernel: the
  foot is $p - Z(Z^TZ)^{-1}Z^Tp$. It is $By$ again.
  */
  chapter.claim("exo7-2.2-geometry", holds)
      .property("two solutions differ by an element of ker A: parallel",
                systems([](const System& s, Draw&) {
                  return is_zero(s.A * (another_solution(s) - right_inverse(s.A) * s.y));
                }),
                draws)
      .property("x_min is perpendicular to ker A", systems([](const System& s, Draw&) {
                  return is_zero(transpose(kernel(s.A)) * (right_inverse(s.A) * s.y));
                }),
                draws)
      .property("p − Z (ZᵀZ)⁻¹ Zᵀp, the projection of 0, is B y",
                wide_systems([](const System& s, Draw&) {
                  const RationalMatrix p = another_solution(s), Z = kernel(s.A), Zt = transpose(Z);
                  return p - Z * (inverse(Zt * Z) * (Zt * p)) == right_inverse(s.A) * s.y;
                }),
                draws);

  /**
  Pythagoras can be drawn for the printed example too. Leave $x_{\min}$ along either of two
  directions of the kernel: the squared norm, $\frac{10}{3}$, grows as a parabola whose bottom is
  there, and nowhere else.
  */
  const System example{{{1, 2, 0, -1}, {1, 1, -1, 0}}, {{2}, {-1}}};
  const RationalMatrix x = right_inverse(example.A) * example.y, Z = kernel(example.A);
  chapter.finding("length", "In the printed example |x_min|² = 10/3")
      .equal("|x_min|²", squared_norm(x), Rational(10, 3))
      .equal("y · (A Aᵀ)⁻¹ y, the same without x",
             (transpose(example.y) * inverse(example.A * transpose(example.A)) * example.y)(0, 0),
             Rational(10, 3));
  chapter.figure("pythagoras", [&](Figure& figure) {
    const auto along = [&](arma::uword k) {
      const arma::vec start = x.to_double(), way = Z.to_double().col(k);
      return [start, way](double s) {
        const arma::vec point = start + s * way;
        return arma::dot(point, point);
      };
    };
    figure.title("Every way out of x_min through the kernel leads upwards")
        .x_label("s")
        .y_label("|x_min + s z|²")
        .y_range(0, 30)
        .curve(along(0), -3, 3, 121, "z = (2, −1, 1, 0)")
        .curve(along(1), -3, 3, 121, "z = (−1, 1, 0, 1)")
        .horizontal_line(10.0 / 3, "|x_min|² = 10/3")
        .caption("The squared norm of the solutions x_min + s z of the printed example, along two "
                 "directions z of the kernel of A.")
        .alt("Two parabolas with their common bottom at s = 0 and height ten thirds.");
  });
}

/**
## What rounding does to the formula

So the formula is true. Should one compute with it? A computer rounds $AA^T$, and $AA^T$ is more
delicate than $A$: if the singular values of $A$ span a ratio $\kappa$, its condition number, those
of $AA^T$ span $\kappa^2$. Two other ways avoid it. QR factors $A^T = QR$ and takes
$x = QR^{-T}y$; the singular value decomposition $A = USV^T$ takes $x = VS^{-1}U^Ty$. Analysis
promises, for unit roundoff $u = 2^{-53}$, a relative error of about

$$ \kappa^2 u \quad \text{for the formula}, \qquad \kappa u \quad \text{for the other two}. $$

To see it we need matrices of known $\kappa$, and true solutions. Both can be had exactly. For a
vector $v$ of integers the reflection $I - 2vv^T/v^Tv$ is orthogonal and rational; put one on each
side of a diagonal, and that diagonal is the singular values, to the last digit.
*/

static RationalMatrix odd_integers(arma::uword n)
{
  return RationalMatrix(
      arma::mat(2 * arma::randi<arma::mat>(n, 1, arma::distr_param(-50, 49)) + 1));
}

static RationalMatrix reflection(const RationalMatrix& v)
{
  return RationalMatrix::identity(v.rows()) - Rational(2) / squared_norm(v) * (v * transpose(v));
}

struct Conditioned
{
  RationalMatrix A, y, x; ///< A x = y, x the shortest
};

static Conditioned system_of_condition(unsigned digits)
{
  const auto power = [](unsigned k) {
    return Rational(pow(boost::multiprecision::cpp_int(10), k));
  };
  RationalMatrix S(3, 6), S_inverse(6, 3);
  for (unsigned i = 0; i < 3; ++i) {
    S(i, i) = 1 / power(digits * i / 2);
    S_inverse(i, i) = power(digits * i / 2);
  }
  const RationalMatrix U = reflection(odd_integers(3)), V = reflection(odd_integers(6));
  const RationalMatrix y = odd_integers(3);
  return {U * S * V, y, V * (S_inverse * (U * y))};
}

/**
The fault may be shown to lie in forming $AA^T$, and nowhere else. Compute $AA^T$ exactly, round
each of its entries once, to the nearest double, and go on exactly: no program that stores
$AA^T$ can do better. Beside it we put the same for $A$: round its entries once, and solve
exactly. That loss nobody can avoid, since a double is all one is given.

The real programs follow: the formula as it stands on the page, the same by Cholesky's
factorisation with a guard that refuses hopeless cases, QR and SVD. Errors are counted from the
exact solution for the rounded $A$, relative to its norm. Where a method refuses, its error is
NaN; where rounding leaves $AA^T$ exactly singular, which happens, the answer is 0, in error by 1.
*/

struct Errors
{
  double rounded_A, rounded_gram, page, cholesky, qr, svd;
};

static constexpr double u = 0x1p-53;
static constexpr double no_answer = std::numeric_limits<double>::quiet_NaN();

static double relative_error(const RationalMatrix& x, const RationalMatrix& truth)
{
  return arma::norm((x - truth).to_double()) / arma::norm(truth.to_double());
}

template <typename Solve>
static double error_of(const Solve& solve, const RationalMatrix& truth)
{
  try {
    return relative_error(RationalMatrix(arma::mat(solve())), truth);
  } catch (const Error&) {
    return no_answer;
  }
}

static RationalMatrix solution_or_zero(const RationalMatrix& A, const RationalMatrix& y)
{
  return rank(A) < A.rows() ? RationalMatrix(A.rows(), 1) : inverse(A) * y;
}

static arma::vec formula_of_the_page(const arma::mat& A, const arma::vec& y)
{
  const arma::mat AAt = A * A.t();
  arma::mat inverted;
  const bool found = arma::solve(inverted, AAt, arma::mat(AAt.n_rows, AAt.n_rows, arma::fill::eye),
                                 arma::solve_opts::fast + arma::solve_opts::no_sympd);
  return found ? arma::vec(A.t() * inverted * y) : arma::vec(A.n_cols, arma::fill::zeros);
}

static Errors errors_at(unsigned digits)
{
  const Conditioned s = system_of_condition(digits);
  const arma::mat A = s.A.to_double();
  const arma::vec y = s.y.to_double();

  const RationalMatrix given(A), gram = given * transpose(given);
  const RationalMatrix truth = transpose(given) * (inverse(gram) * s.y);
  const RationalMatrix rounded_gram(gram.to_double());
  return {relative_error(truth, s.x),
          relative_error(transpose(given) * solution_or_zero(rounded_gram, s.y), truth),
          error_of([&] { return formula_of_the_page(A, y); }, truth),
          error_of([&] { return minimum_norm_normal_equations(A, y); }, truth),
          error_of([&] { return minimum_norm_solution(A, y); }, truth),
          error_of([&] { return minimum_norm_svd(A, y).x; }, truth)};
}

/**
Seven systems for each power of ten. The typical loss is their median; a digit lost is a factor of
ten over $u$, and of nearly sixteen there are no more to lose. A median is NaN as soon as one
of the seven was refused.
*/

struct Losses
{
  arma::vec kappa;
  std::vector<std::vector<Errors>> errors; ///< for each kappa, seven systems

  arma::vec median(double Errors::* method) const
  {
    arma::vec medians(errors.size());
    for (std::size_t k = 0; k < errors.size(); ++k) {
      arma::vec all(errors[k].size());
      for (std::size_t i = 0; i < all.n_elem; ++i)
        all(i) = errors[k][i].*method;
      medians(k) = all.is_finite() ? arma::median(all) : no_answer;
    }
    return medians;
  }

  /// The largest of error / bound(kappa), over the systems up to kappa = 10^last.
  double worst(double Errors::* method, const std::function<double(double)>& bound,
               unsigned last) const
  {
    double largest = 0;
    for (std::size_t k = 0; k <= last; ++k)
      for (const Errors& e : errors[k])
        largest = std::isnan(e.*method) ? arma::datum::inf
                                        : std::max(largest, e.*method / bound(kappa(k)));
    return largest;
  }

  /// Slope of log error against log kappa, from kappa = 10^first to 10^last.
  double slope(double Errors::* method, unsigned first, unsigned last) const
  {
    const arma::vec x = arma::log10(kappa.subvec(first, last));
    const arma::vec error = median(method);
    const arma::vec line = arma::polyfit(x, arma::log10(error.subvec(first, last)), 1);
    return line(0);
  }
};

static Losses measure_losses()
{
  constexpr unsigned most_digits = 14, systems = 7;
  Losses losses{arma::vec(most_digits + 1), {}};
  for (unsigned k = 0; k <= most_digits; ++k) {
    losses.kappa(k) = std::pow(10.0, k);
    losses.errors.emplace_back();
    for (unsigned i = 0; i < systems; ++i)
      losses.errors.back().push_back(errors_at(k));
  }
  return losses;
}

static const double all_digits = std::log10(1 / u);

static arma::vec digits_lost(arma::vec errors)
{
  return errors.transform([](double error) {
    return std::isnan(error) ? no_answer : std::min(std::log10(error / u), all_digits);
  });
}

static std::string refusal(const std::function<void()>& solve)
{
  try {
    solve();
  } catch (const Error& error) {
    return error.what();
  }
  return "no refusal";
}

static void what_rounding_does(Chapter& chapter)
{
  const Losses losses = measure_losses();

  /**
  The worst-case bounds first (Higham, *Accuracy and Stability of Numerical Algorithms*, theorem
  21.4): with a constant of 8, at most $8nNu\kappa$ for QR and SVD, and once more $\kappa$ for the
  formula. Then the slopes: how many digits more are lost each time $\kappa$ grows tenfold? Two,
  or one. From $\kappa = 10^9$ on the formula of the page has nothing left, while QR still has
  seven digits.
  */
  constexpr double constant = 8 * 3 * 6 * u;
  const auto linear = [](double kappa) { return constant * kappa; };
  const auto square = [](double kappa) { return constant * kappa * kappa; };
  const arma::vec page = losses.median(&Errors::page), qr = losses.median(&Errors::qr);
  chapter.finding("digits-lost", "The formula loses twice the digits that QR and SVD lose")
      .within("formula: digits lost per factor 10 in κ", losses.slope(&Errors::page, 1, 7), 1.7,
              2.3)
      .within("QR: digits lost per factor 10 in κ", losses.slope(&Errors::qr, 1, 14), 0.85, 1.15)
      .within("SVD: digits lost per factor 10 in κ", losses.slope(&Errors::svd, 1, 14), 0.85, 1.15)
      .at_most("worst error of the formula over 8nNu κ², κ ≤ 10⁷",
               losses.worst(&Errors::page, square, 7), 1)
      .at_most("worst error of QR over 8nNu κ", losses.worst(&Errors::qr, linear, 14), 1)
      .at_most("worst error of SVD over 8nNu κ", losses.worst(&Errors::svd, linear, 14), 1)
      .at_least("relative error of the formula at κ = 10⁹", page(9), 0.01)
      .at_most("relative error of QR at κ = 10⁹", qr(9), 1e-5);

  chapter.finding("one-rounding", "Rounding A Aᵀ once loses those digits already")
      .within("A Aᵀ rounded once: digits lost per factor 10",
              losses.slope(&Errors::rounded_gram, 1, 7), 1.7, 2.3)
      .within("A rounded once: digits lost per factor 10", losses.slope(&Errors::rounded_A, 1, 14),
              0.85, 1.15);

  /**
  A wrong answer is worse than none. The library's version of the formula estimates the condition
  of $AA^T$ and refuses when no digit would be right; it answers up to $10^7$ and is silent
  from $10^9$ on. QR has its end too: when $\kappa$ reaches $1/u$, the rounded matrix cannot be told
  from one of lower rank, and it says so.
  */
  const auto answered = [&](unsigned k) {
    return std::ranges::count_if(losses.errors[k],
                                 [](const Errors& e) { return !std::isnan(e.cholesky); });
  };
  std::ptrdiff_t answers_beyond_hope = 0;
  for (unsigned k = 9; k <= 14; ++k)
    answers_beyond_hope += answered(k);
  const Conditioned hopeless = system_of_condition(17);
  const std::string end_of_qr = refusal(
      [&] { minimum_norm_solution(hopeless.A.to_double(), arma::vec(hopeless.y.to_double())); });
  chapter.finding("refusals", "The guarded formula and QR refuse before all digits are lost")
      .equal("guarded formula: answers at κ = 10⁷, of 7", answered(7), std::ptrdiff_t(7))
      .equal("answers at κ = 10⁹ and beyond", answers_beyond_hope, std::ptrdiff_t(0))
      .fact("QR at κ = 10¹⁷ names the rank it found",
            end_of_qr.find("found rank 2") != std::string::npos, end_of_qr);

  std::vector<std::vector<std::string>> rows;
  for (arma::uword k = 0; k < losses.kappa.n_elem; k += 2) {
    const auto cell = [&](double Errors::* method) {
      const double lost = digits_lost(losses.median(method))(k);
      return std::isnan(lost) ? std::string("refuses") : fmt::format("{:.1f}", lost);
    };
    rows.push_back({fmt::format("1e{}", k), cell(&Errors::page), cell(&Errors::cholesky),
                    cell(&Errors::qr), cell(&Errors::svd)});
  }
  chapter.table("Decimal digits lost, of 15.95: medians of 7 systems, 3 x 6",
                {"κ", "formula", "guarded formula", "QR", "SVD"}, rows);

  /**
  The measured curves are made of rounding noise, and differ from one processor to the next. The
  two exact experiments do not: one rounding each, and rationals after it. They carry the
  figure to keep.
  */
  const auto axes = [&](Figure& figure) {
    figure.x_label("condition number κ of A")
        .y_label("decimal digits lost")
        .log_x()
        .x_range(1, 1e14)
        .y_range(-1, 17.5)
        .x_ticks({1, 1e2, 1e4, 1e6, 1e8, 1e10, 1e12, 1e14},
                 {"1", "10²", "10⁴", "10⁶", "10⁸", "10¹⁰", "10¹²", "10¹⁴"});
  };
  chapter.figure("one-rounding", [&](Figure& figure) {
    figure.title("One rounding of A Aᵀ costs twice the digits that one of A costs");
    axes(figure);
    figure
        .points(losses.kappa, digits_lost(losses.median(&Errors::rounded_gram)),
                "A Aᵀ rounded once")
        .points(losses.kappa, digits_lost(losses.median(&Errors::rounded_A)), "A rounded once")
        .curve([](double kappa) { return 2 * std::log10(kappa); }, 1, 1e8, 2, "κ² u")
        .curve([](double kappa) { return std::log10(kappa); }, 1, 1e14, 2, "κ u")
        .horizontal_line(all_digits, "all digits of a double")
        .caption("The entries of A Aᵀ, or of A, are rounded once to double, and everything else "
                 "is computed in exact rationals: medians of 7 systems of 3 equations in 6 "
                 "unknowns. The lines are the losses that analysis predicts.")
        .alt("Digits lost against condition number. One series of points rises two digits per "
             "power of ten and meets the ceiling of 16 at ten to the eighth; the other rises one "
             "digit per power of ten.");
  });
  chapter.figure("digits-lost", [&](Figure& figure) {
    figure.title("The formula runs out of digits at κ = 10⁸, QR and SVD do not").measured();
    axes(figure);
    figure.line_points(losses.kappa, digits_lost(page), "formula as printed")
        .line_points(losses.kappa, digits_lost(qr), "QR")
        .line_points(losses.kappa, digits_lost(losses.median(&Errors::svd)), "SVD")
        .curve([](double kappa) { return 2 * std::log10(kappa); }, 1, 1e8, 2, "κ² u")
        .curve([](double kappa) { return std::log10(kappa); }, 1, 1e14, 2, "κ u")
        .horizontal_line(all_digits, "all digits of a double")
        .caption("Medians of the relative errors, in digits above u = 2⁻⁵³, of 7 systems for "
                 "each κ. Rounding noise: the curves differ a little between processors.")
        .alt("Digits lost against condition number: the formula rises two digits per power of ten "
             "up to the ceiling at ten to the eighth and stays there; QR and SVD rise one digit "
             "per power of ten, together.");
  });
}

/**
## When A lacks rank

The proposition supposes rank $n$. Give the printed example a third equation, the sum of
its two, and the hypothesis is gone: $D = FA$ has three rows and rank 2. What do the three ways
make of it? $AA^T$ is singular, so the formula cannot be written down. QR finds the rank and
refuses. The SVD drops the singular value that is zero and answers a wider question: among the
$x$ that make $\|Dx - y\|$ smallest, which is the shortest?
*/

static void when_rank_is_missing(Chapter& chapter)
{
  const RationalMatrix A{{1, 2, 0, -1}, {1, 1, -1, 0}}, F{{1, 0}, {0, 1}, {1, 1}}, D = F * A;
  const RationalMatrix y{{2}, {-1}}, consistent = F * y, torn{{2}, {-1}, {4}};
  const arma::mat D_double = D.to_double();
  const arma::vec right = consistent.to_double();

  chapter.finding("rank-and-solutions", "Without rank n: no solution, or too many dimensions")
      .equal("rank of D, 3 x 4", rank(D), arma::uword(2))
      .equal("solutions of D x = 0: dimension, where N − n = 1", kernel(D).cols(), arma::uword(2))
      .equal("third entry wrong: rank of D with y beside it", rank(beside(D, torn)),
             arma::uword(3));

  const std::string formula = refusal([&] { minimum_norm_normal_equations(D_double, right); });
  const std::string qr = refusal([&] { minimum_norm_solution(D_double, right); });
  chapter.finding("rank-refused", "Formula and QR refuse a matrix of rank 2 with 3 rows")
      .equal("rank of D Dᵀ, 3 x 3", rank(D * transpose(D)), arma::uword(2))
      .fact("the formula refuses", formula.find("singular") != std::string::npos, formula)
      .fact("QR names the rank", qr.find("found rank 2") != std::string::npos, qr);

  /**
  The exact answer to the wider question is $A^T(AA^T)^{-1}(F^TF)^{-1}F^Ty$. When the third
  equation agrees with the others, that is the printed $x_{\min}$, as it should: an
  equation that says nothing new changes nothing. When it contradicts them, the SVD makes the
  best of it, and its residual, $\sqrt3$ here, tells that something is wrong. The tolerances are
  the bound of above, with what lies outside the range of $D$ entering by $\kappa^2$.
  */
  const RationalMatrix Ft = transpose(F);
  const auto least_squares = [&](const RationalMatrix& b) {
    return right_inverse(A) * (inverse(Ft * F) * (Ft * b));
  };
  const auto easy = minimum_norm_svd(D_double, right);
  const auto hard = minimum_norm_svd(D_double, arma::vec(torn.to_double()));
  const arma::vec easy_exact = least_squares(consistent).to_double();
  const arma::vec hard_exact = least_squares(torn).to_double();
  const double kappa = easy.singular_values(0) / easy.singular_values(1);
  const double unit = 8 * 3 * 4 * u * kappa;
  chapter.finding("rank-svd", "SVD gives the shortest of the best approximations")
      .equal("rank found", easy.rank, arma::uword(2))
      .equal("third equation consistent: exactly the printed x_min", least_squares(consistent),
             right_inverse(A) * y)
      .agree("SVD, consistent: x", easy.x, easy_exact, absolute(unit * arma::norm(easy_exact)))
      .agree("SVD, contradictory: x", hard.x, hard_exact,
             absolute(unit *
                      (arma::norm(hard_exact) + kappa * std::sqrt(3.0) / easy.singular_values(0))))
      .agree("and its residual, √3", hard.residual_norm, std::sqrt(3.0),
             absolute(unit * arma::norm(torn.to_double())));
}

/**
## At the size of GPT-2

Now $n = 768$ and $N = 50257$. The published weights are not at hand here, so $A$ is random, of the
size and spread that such weights start from: mean 0, standard deviation 0.02, in single
precision as GPT-2 keeps its own (in double the chapter would take twice as long). That makes 39
million numbers. The number of ones among 64 random bits is nearly normal, with mean 32 and
standard deviation 4, and drawn more quickly than a normal number.
*/

static arma::fmat weights_like_gpt2(arma::uword n, arma::uword N, std::uint64_t seed)
{
  std::mt19937_64 bits(seed);
  arma::fmat A(n, N);
  for (float& weight : A)
    weight = 0.02F / 4 * static_cast<float>(std::popcount(bits()) - 32);
  return A;
}

/**
Will the formula be safe? What matters is $\kappa$, and for random entries that depends on the shape
alone: Marchenko and Pastur, Bai and Yin show that the singular values fill the interval
$s\sqrt N \, (1 \pm \sqrt{n/N})$, $s$ being the standard deviation. With $N$ 65 times $n$ that is
narrow:

$$ \kappa \approx \frac{1 + \sqrt{768/50257}}{1 - \sqrt{768/50257}} = 1.28 . $$

We look at a matrix of the same proportions, 96 by 6282, whose singular values cost nothing.
*/

static constexpr arma::uword n_gpt2 = 768, N_gpt2 = 50257;

static void singular_values_of_a_random_matrix(Chapter& chapter)
{
  constexpr arma::uword n = n_gpt2 / 8, N = N_gpt2 / 8;
  const arma::mat A = arma::conv_to<arma::mat>::from(weights_like_gpt2(n, N, chapter.seed()));
  const arma::vec y(n, arma::fill::ones);
  const arma::vec sigma =
      minimum_norm_svd(A, y).singular_values / (0.02 * std::sqrt(static_cast<double>(N)));
  const double edge = std::sqrt(static_cast<double>(n_gpt2) / static_cast<double>(N_gpt2));
  const double limit = (1 + edge) / (1 - edge);
  chapter.finding("gpt2-condition", "A random matrix of GPT-2's proportions has κ ≈ 1.28")
      .within("(1 + √(n/N)) / (1 − √(n/N))", limit, 1.275, 1.285)
      .within("κ of a 96 x 6282 matrix over that", sigma.front() / sigma.back() / limit, 0.95,
              1.05);

  chapter.figure("singular-values", [&](Figure& figure) {
    figure.title("The singular values of a wide random matrix hardly differ")
        .x_label("number i of the singular value, of 96")
        .y_label("σᵢ / (s √N)")
        .x_range(1, n)
        .y_range(0, 1.3)
        .line(arma::regspace(1, n), sigma, "96 x 6282")
        .horizontal_line(1 + edge, "1 + √(n/N)")
        .horizontal_line(1 - edge, "1 − √(n/N)")
        .caption("Singular values of a random matrix with the proportions of GPT-2's embedding, "
                 "between the limits of Marchenko and Pastur. Their ratio, κ, is near 1.28.")
        .alt("A nearly straight line falling from 1.12 to 0.88, inside two horizontal lines.");
  });
}

/**
A condition number of 1.28 costs the formula a fifth of a digit. There it may be used, and does half
the arithmetic: $n^2N$ operations, as $AA^T$ is symmetric, against $2n^2N$ for QR.

The right-hand side shall be a token: $y$ is column $i$ of $A$, and the one-hot vector $e_i$ solves
$Ax = y$, with norm 1. What is shorter? We measure the time, and the peak of the memory of the
whole program, $A$ included. (Linux keeps that peak and lets a process reset its own.) The library
keeps both methods to one thread, so that the times compare their arithmetic.
*/

struct Cost
{
  double seconds, gigabytes;
};

static double peak_gigabytes()
{
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    double kilobytes = 0;
    if (word == "VmHWM:" && status >> kilobytes)
      return kilobytes * 1024 / 1e9;
  }
  throw Error("/proc/self/status does not tell the peak of memory (VmHWM)");
}

template <typename Work>
static Cost cost_of(const Work& work)
{
  using clock = std::chrono::steady_clock;
  std::ofstream("/proc/self/clear_refs") << 5;
  const auto start = clock::now();
  work();
  return {std::chrono::duration<double>(clock::now() - start).count(), peak_gigabytes()};
}

/**
SVD is left out: it is QR, then the decomposition of a 768 x 768 factor, so it costs more and at
this condition number gains nothing.

How close should the two answers be? The worst-case bound is useless here, as $nNu$ exceeds 1 in
single precision. Rounding errors are not all of one sign, and the sum of $N$ terms then errs by
about $\sqrt N u$ (Higham and Mary, 2019); with a factor 8 for safety, and $\kappa^2$ for the
formula, the relative tolerance is $8 \sqrt N \kappa^2 u = 1.8 \cdot 10^{-4}$.
*/

static double relative_distance(const arma::fvec& x, const arma::fvec& reference)
{
  return static_cast<double>(arma::norm(x - reference) / arma::norm(reference));
}

static void at_the_size_of_gpt2(Chapter& chapter)
{
  constexpr arma::uword token = 4314;
  constexpr double tolerance = 1.8e-4;

  const arma::fmat A = weights_like_gpt2(n_gpt2, N_gpt2, chapter.seed());
  const arma::fvec y = A.col(token);
  arma::fvec x, x_qr;
  const Cost formula = cost_of([&] { x = minimum_norm_normal_equations(A, y); });
  const Cost qr = cost_of([&] { x_qr = minimum_norm_solution(A, y); });

  const auto N = static_cast<double>(N_gpt2);
  const double square_matrix = N * N * sizeof(float) / 1e9;
  chapter.table(
      "Solving A x = y at GPT-2's size, 768 x 50257, single precision",
      {"", "time", "peak memory", "|A x − y| / |y|", "|x|"},
      {{"formula", fmt::format("{:.2f} s", formula.seconds),
        fmt::format("{:.2f} GB", formula.gigabytes),
        fmt::format("{:.1e}", relative_distance(A * x, y)), fmt::format("{:.4f}", arma::norm(x))},
       {"QR", fmt::format("{:.2f} s", qr.seconds), fmt::format("{:.2f} GB", qr.gigabytes),
        fmt::format("{:.1e}", relative_distance(A * x_qr, y)),
        fmt::format("{:.4f}", arma::norm(x_qr))},
       {"an N x N matrix", "", fmt::format("{:.1f} GB", square_matrix), "", ""}});

  chapter.finding("gpt2-size", "768 x 50257 is solved without any N x N matrix")
      .at_most("formula: peak memory, GB", formula.gigabytes, 1.2)
      .at_most("QR: peak memory, GB", qr.gigabytes, 1.2)
      .at_least("an N x N matrix, single precision: GB", square_matrix, 10)
      .at_least("and in double precision: GB", 2 * square_matrix, 20)
      .at_most("formula: |A x − y| / |y|", relative_distance(A * x, y), tolerance)
      .at_most("QR: |A x − y| / |y|", relative_distance(A * x_qr, y), tolerance)
      .at_most("formula against QR: |x − x′| / |x|", relative_distance(x, x_qr), tolerance);

  /**
  And what came back? $BA$ is the orthogonal projection $P$ on the row space, and $x = Pe_i$. So its
  $i$-th entry is $P_{ii} = \|Pe_i\|^2$, the square of its own length; and as the trace of $P$ is
  its rank, 768, such an entry is $n/N = 0.0153$ on average. It varies by 5 % or so ($P_{ii}$
  follows nearly a Beta law, of standard deviation $\sqrt{2n}/N$), and we allow ten times
  that, 51 %. The other entries are of the size $\sqrt{n}/N$, 28 times smaller.

  So the token is found, as the largest of 50257 entries, and hardly believed: as a logit, 0.0153
  is nothing, and softmax makes of it a probability 1.5 % above that of the others. The
  shortest vector is a poor logit. It is no accident that the next section of the course learns
  its unembedding instead.
  */
  const double mean = n_gpt2 / N;
  const double entry = static_cast<double>(x_qr(token));
  const arma::vec probabilities = softmax(arma::conv_to<arma::vec>::from(x_qr));
  chapter.finding("gpt2-token", "The shortest x finds the token again, with next to no confidence")
      .equal("token put in, largest entry of x", arma::uword(token), x_qr.index_max())
      .agree("x_i is |x|²", entry, std::pow(static_cast<double>(arma::norm(x_qr)), 2),
             absolute(tolerance * mean))
      .within("x_i over n/N", entry / mean, 0.49, 1.51)
      .within("probability of the token, in units of 1/N", probabilities(token) * N, 1.005, 1.025);

  chapter.figure("gpt2-cost", [&](Figure& figure) {
    figure.title("The shortest solution at GPT-2's size").measured();
    figure.panel("Time")
        .x_label("method")
        .y_label("seconds")
        .bars({"formula", "QR"}, {formula.seconds, qr.seconds}, "", {true, 2})
        .panel("Peak memory")
        .x_label("method")
        .y_label("GB")
        .bars({"formula", "QR", "N x N matrix"}, {formula.gigabytes, qr.gigabytes, square_matrix},
              "", {true, 2})
        .caption("768 equations in 50257 unknowns, single precision, one thread. Peak "
                 "of the whole program, in which A takes 0.15 GB. The N x N matrix is never "
                 "formed; its bar is 4 N² bytes.")
        .alt("Two bar charts, of time and of memory, for the formula and QR. Both need a few "
             "tenths of a gigabyte, beside a bar of ten gigabytes for an N x N matrix.");
  });

  /**
  The size of what has to be held at once does not depend on the machine. Whoever computes
  $BA$, or $A^TA$, or the full $Q$ of a QR factorisation, needs an $N \times N$ matrix, and
  16 gigabytes end near $N = 63000$; QR in its thin form goes on to millions of tokens.
  */
  chapter.figure("memory-by-size", [](Figure& figure) {
    const auto gigabytes = [](double floats) { return floats * sizeof(float) / 1e9; };
    figure.title("Memory as the vocabulary grows")
        .x_label("vocabulary N")
        .y_label("GB")
        .log_x()
        .log_y()
        .curve([&](double size) { return gigabytes(size * size); }, 1e3, 1e6, 61, "an N x N matrix")
        .curve([&](double size) { return gigabytes(2 * n_gpt2 * size); }, 1e3, 1e6, 61,
               "QR: A and its factor")
        .curve([&](double size) { return gigabytes(n_gpt2 * size + n_gpt2 * n_gpt2); }, 1e3, 1e6,
               61, "formula: A and A Aᵀ")
        .vertical_line(N_gpt2, "GPT-2, N = 50257")
        .horizontal_line(16, "16 GB")
        .caption("What each way holds at once, in single precision, for n = 768: the thin QR and "
                 "the formula grow with N, anything N x N with its square.")
        .alt("Three lines on logarithmic axes; that of the N x N matrix is twice as steep and "
             "crosses 16 gigabytes a little beyond the vocabulary of GPT-2, where the others are "
             "below one gigabyte.");
  });
}

/**
The chapter, in its order:
*/

CHAPTER(chapter)
{
  printed_example(chapter);
  what_there_is_to_choose_from(chapter);
  the_proposition(chapter);
  the_picture(chapter);
  what_rounding_does(chapter);
  when_rank_is_missing(chapter);
  singular_values_of_a_random_matrix(chapter);
  at_the_size_of_gpt2(chapter);
}

/**
## What is left of it

Every number of the section is right, and so is its proposition. One sentence comes too early: that
there are solutions, of dimension $N - n$, follows from the rank, not from $N > n$. And to the
formula belongs a warning that the page does not give: it loses digits twice as fast as it must. At
GPT-2's size neither bites; what would is any matrix with $N$ rows and $N$ columns, and none is
needed.
*/
