#include "epreuve/chapter.hpp"
#include "epreuve/math/rational_matrix.hpp"

#include <functional>

/**
# What holds for every system

One example proves little. The statements of the section are about every $A$ of rank $n$, so we
draw matrices of small integers, of several shapes, and go on computing exactly: an equality
that holds for a hundred random systems without rounding is hardly an accident. When a drawn matrix
lacks rank, a heavy diagonal restores it: in every row of the leading block the diagonal entry then
exceeds the sum of the others, so the block is invertible.
*/

using namespace epreuve::course;

struct System
{
  RationalMatrix A, y;
};

static RationalMatrix integers(Draw& draw, const char* name, arma::uword rows, arma::uword cols)
{
  return RationalMatrix(draw.integer_matrix(name, rows, cols, -3, 3));
}

static System full_rank_system(Draw& draw, arma::uword least_extra = 0, arma::uword most_extra = 3)
{
  const arma::uword n = draw.size("n", 1, 3);
  const arma::uword N = n + draw.size("N - n", least_extra, most_extra);
  arma::mat A = draw.integer_matrix("A", n, N, -3, 3);
  if (rank(RationalMatrix(A)) < n)
    A.diag() += 10;
  return {RationalMatrix(A), integers(draw, "y", n, 1)};
}

using Statement = std::function<bool(const System&, Draw&)>;

/// A statement about every system of rank n, n <= N.
static Predicate systems(const Statement& holds_for)
{
  return [=](Draw& draw) { return holds_for(full_rank_system(draw), draw); };
}

/// A statement about every system of rank n, n < N, where there is something to choose.
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
solution, which will serve as an independent witness.
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

static bool is_zero(const RationalMatrix& A)
{
  return A == RationalMatrix(A.rows(), A.cols());
}

static Rational squared_norm(const RationalMatrix& x)
{
  return (transpose(x) * x)(0, 0);
}

/**
First, what there is to choose from. Whenever $N > n$, some $z \ne 0$ is sent to 0, and whatever
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
equations than unknowns some right-hand side has no solution; with fewer, and rank $n$, each has
one, and none has only one. The document writes $n \ge N$ for the one kind and $N \ge n$ for the
other. The two meet at $N = n$, which with rank $n$ is of neither kind: every $y$ has exactly one
solution, and $B$ finds it.
*/

static constexpr int draws = 100;

SECTION(what_there_is_to_choose_from)
{
  chapter.claim("exo7-2.2-no-inverse", holds)
      .property(
          "for every A with N > n and every C, C A has rank below N",
          [](Draw& draw) {
            const arma::uword n = draw.size("n", 1, 4);
            const arma::uword N = n + draw.size("N - n", 1, 3);
            const RationalMatrix A = integers(draw, "A", n, N), C = integers(draw, "C", N, n);
            return rank(C * A) < N && kernel(A).cols() >= N - n;
          },
          draws);

  const RationalMatrix twice{{1, 2, 0, -1}, {2, 4, 0, -2}}, y{{2}, {-1}};
  chapter.claim("exo7-2.2-affine-dim", refuted)
      .as_printed("N > n alone gives solutions, of dimension N − n")
      .equal("row 2 of A twice row 1, y = (2, −1): rank of A with y beside it, and of A",
             rank(join_rows(twice, y)), rank(twice))
      .equal("row 2 of A twice row 1, y = (2, 4): dimension of the solutions, and N − n",
             kernel(twice).cols(), twice.cols() - twice.rows())
      .corrected("if rank A = n < N: for every y infinitely many, of dimension N − n")
      .property("x + Z t solves A x = y for every t; Z has N − n independent columns",
                wide_systems([](const System& s, Draw& draw) {
                  const RationalMatrix Z = kernel(s.A);
                  const RationalMatrix x = another_solution(s),
                                       t = integers(draw, "t", Z.cols(), 1);
                  return s.A * (x + Z * t) == s.y && rank(Z) == s.A.cols() - s.A.rows();
                }),
                draws)
      .property("the difference of two solutions is a combination of the columns of Z",
                wide_systems([](const System& s, Draw&) {
                  const RationalMatrix Z = kernel(s.A);
                  return rank(join_rows(Z, another_solution(s) - shortest(s))) == Z.cols();
                }),
                draws);

  chapter.claim("exo7-2.2-underdetermined", holds)
      .property("n ≤ N, rank n: every y has a solution", systems([](const System& s, Draw&) {
                  return rank(join_rows(s.A, s.y)) == rank(s.A);
                }),
                draws)
      .property("n < N, rank n: no y has only one solution",
                wide_systems([](const System& s, Draw&) { return kernel(s.A).cols() > 0; }), draws)
      .property(
          "n = N, rank n: no y has more than one solution",
          [](Draw& draw) { return kernel(full_rank_system(draw, 0, 0).A).cols() == 0; }, draws)
      .property(
          "more equations than unknowns: some y has no solution",
          [](Draw& draw) {
            const RationalMatrix tall = transpose(full_rank_system(draw, 1).A);
            return rank(join_rows(tall, RationalMatrix::identity(tall.rows()))) > rank(tall);
          },
          draws)
      .property("N > n: AᵀA is singular, so the usual formula of least squares fails",
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

SECTION(proposition)
{
  chapter.claim("exo7-2.2-rank-hypothesis", holds)
      .property(
          "A Aᵀ is n x n and has the rank of A, for every A",
          [](Draw& draw) {
            const arma::uword n = draw.size("n", 1, 4);
            const arma::uword r = draw.size("r", 1, 4);
            const arma::uword N = draw.size("N", 1, 5);
            const RationalMatrix A = integers(draw, "F", n, r) * integers(draw, "G", r, N);
            const RationalMatrix AAt = A * transpose(A);
            return AAt.rows() == n && AAt.cols() == n && rank(AAt) == rank(A);
          },
          draws)
      .property("rank n: the columns of A give every unit vector of ℝⁿ, and A B = I",
                systems([](const System& s, Draw&) {
                  const RationalMatrix I = RationalMatrix::identity(s.A.rows());
                  return rank(join_rows(s.A, I)) == s.A.rows() && s.A * right_inverse(s.A) == I;
                }),
                draws);

  chapter.claim("exo7-2.2-solution-check", holds)
      .property("for every A of rank n: A (B y) = y", systems([](const System& s, Draw&) {
                  return s.A * (right_inverse(s.A) * s.y) == s.y;
                }),
                draws);

  const System example{{{1, 2, 0, -1}, {1, 1, -1, 0}}, {{2}, {-1}}};
  chapter.claim("exo7-2.2-proposition-1", holds)
      .equal("printed example: Lagrange's x, and B y", shortest(example),
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
      .property("x_min is a combination of the rows of A", systems([](const System& s, Draw&) {
                  return rank(join_rows(transpose(s.A), right_inverse(s.A) * s.y)) == s.A.rows();
                }),
                draws);

  /**
  Hundreds of exact systems show no exception, but the next one might. So the proposition is proven
  as well: for symbolic $A$ of small sizes, where every identity is one between polynomials, and for
  all sizes by a proof that a machine has checked.
  */
  chapter.proposition("minimum-norm");

  /**
  The document *requires* the way back $\psi$ to be linear. It need not: to ask for the shortest
  $x$ is enough, and $\psi$ comes out linear by itself. Lagrange's solution, which knows no $B$,
  says so. And where $A$ has an inverse, $B$ is that inverse.
  */
  const RationalMatrix B = right_inverse(example.A);
  chapter.claim("exo7-2.2-linear-psi", holds)
      .same_shape("B of the printed example", arma::SizeMat(B.rows(), B.cols()), "N x n",
                  arma::SizeMat(4, 2))
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
          "for N = n, B is the inverse of A",
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

SECTION(picture)
{
  const RationalMatrix A{{1, 2}}, y{{5}};
  const RationalMatrix x_min = right_inverse(A) * y;
  const RationalMatrix through_0{{-3, 4}, {Rational(3, 2), -2}};
  const RationalMatrix solutions{{-2, 5}, {Rational(7, 2), 0}};
  const RationalMatrix other{{3}, {1}};
  const RationalMatrix z = other - x_min;

  chapter.claim("exo7-2.2-fig-projection", holds)
      .equal("A x at the ends of the line through 0", A * through_0, RationalMatrix{{0, 0}})
      .equal("A x at the ends of the line of solutions", A * solutions, RationalMatrix{{5, 5}})
      .equal("A x_min for A = (1 2), and y = 5", A * x_min, y)
      .equal("x_min · z for z = another solution − x_min", transpose(x_min) * z,
             RationalMatrix{{0}})
      .equal("x_min for A = (1 2), y = 5", x_min, RationalMatrix{{1}, {2}});

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
      .property("two solutions differ by an element of ker A", systems([](const System& s, Draw&) {
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
      .equal("printed example: |x_min|²", squared_norm(x), Rational(10, 3))
      .equal("printed example: y · (A Aᵀ)⁻¹ y, which is |x_min|²",
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
