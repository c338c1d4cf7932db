#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/integer_systems.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"
#include "figures.hpp"

/**
# What holds for every system

One example proves little. The statements of the section are about every $A$ of rank $n$, so we
draw matrices of small integers, of several shapes, and go on computing exactly: an equality
that holds for a thousand random systems without rounding is hardly an accident.

We need solutions that owe nothing to the formula. Two come from Lagrange: of all $x$ with
$Ax = y$, the one that minimises $\sum w_i x_i^2$ solves, with multipliers $\lambda$,

$$ \begin{pmatrix} W & A^T \\ A & 0 \end{pmatrix}
   \begin{pmatrix} x \\ \lambda \end{pmatrix} = \begin{pmatrix} 0 \\ y \end{pmatrix},
   \qquad W = \operatorname{diag}(w_1, \dots, w_N). $$

With all weights 1 it must be $x_{\min}$. With other weights, $1, 2, \dots, N$, it is some other
solution, which will serve as an independent witness.

## What there is to choose from

Whenever $N > n$, some $z \ne 0$ is sent to 0, and whatever
is applied afterwards cannot bring it back: no $C$ has $CA = I$, not for any $A$, of full rank or
not.

Adding such a $z$ to a solution gives another one, and every solution is obtained in this way. With
rank $n$ every $y$ has a solution, and there are $N - n$ independent directions $z$. The document
argues from $N > n$ alone; but that, however large $N$ is, promises neither a solution nor the
dimension. Let the second row of the printed $A$ be twice the first. Then $y = (2, -1)$ asks the
same sum to equal two unrelated numbers, and nothing solves it; and $y = (2, 4)$ says the same thing
twice, which leaves three directions instead of two. The hypothesis has to come first.
*/
using namespace epreuve::course;

static const System example{{{1, 2, 0, -1}, {1, 1, -1, 0}}, {{2}, {-1}}}; // the printed one

SECTION(what_there_is_to_choose_from)
{
  chapter.claim("exo7-2.2-no-inverse", holds)
      .property("for every A with N > n and every C, C A has rank below N", [](Draw& draw) {
        const arma::uword n = draw.size("n", 1, 4);
        const arma::uword N = n + draw.size("N - n", 1, 3);
        const RationalMatrix A = draw_integers(draw, "A", n, N), C = draw_integers(draw, "C", N, n);
        return rank(C * A) < N && kernel(A).cols() >= N - n;
      });

  const RationalMatrix twice{{1, 2, 0, -1}, {2, 4, 0, -2}}, y{{2}, {-1}};
  chapter.claim("exo7-2.2-affine-dim", refuted)
      .as_printed("N > n alone gives solutions, of dimension N − n")
      .equal("row 2 of A twice row 1, y = (2, −1): rank of (A | y), and of A",
             rank(join_rows(twice, y)), rank(twice))
      .equal("row 2 of A twice row 1, y = (2, 4): dimension of the solutions, and N − n",
             kernel(twice).cols(), twice.cols() - twice.rows())
      .corrected("if rank A = n < N: for every y infinitely many, of dimension N − n")
      .property("x + Z t solves A x = y for every t; Z has N − n independent columns",
                wide_systems([](const System& s, Draw& draw) {
                  const RationalMatrix Z = kernel(s.A), t = draw_integers(draw, "t", Z.cols(), 1);
                  return s.A * (another_solution(s) + Z * t) == s.y &&
                         rank(Z) == s.A.cols() - s.A.rows();
                }))
      .property("the difference of two solutions is a combination of the columns of Z",
                wide_systems([](const System& s) {
                  const RationalMatrix Z = kernel(s.A);
                  return rank(join_rows(Z, another_solution(s) - shortest_solution(s))) == Z.cols();
                }));

  /**
  The system is the opposite of the usual one of least squares (*moindres carrés*): with more
  equations than unknowns some right-hand side has no solution; with fewer, and rank $n$, each has a
  solution, and never only one. The document writes $n \ge N$ for the one kind and $N \ge n$ for the
  other. The two overlap at $N = n$, which with rank $n$ is of neither kind: every $y$ has exactly
  one solution, and $B$ finds it.
  */
  const auto some_y_has_none = [](const System& wide) {
    const RationalMatrix tall = transpose(wide.A), I = RationalMatrix::identity(tall.rows());
    return rank(join_rows(tall, I)) > rank(tall);
  };
  chapter.claim("exo7-2.2-underdetermined", holds)
      .property("n ≤ N, rank n: every y has a solution",
                systems([](const System& s) { return rank(join_rows(s.A, s.y)) == rank(s.A); }))
      .property("n < N, rank n: no y has only one solution",
                wide_systems([](const System& s) { return kernel(s.A).cols() > 0; }))
      .property("n = N, rank n: no y has more than one solution",
                systems([](const System& s) { return kernel(s.A).cols() == 0; }, 0, 0))
      .property("more equations than unknowns: some y has no solution",
                wide_systems(some_y_has_none))
      .property(
          "N > n: AᵀA is singular, so the usual formula of least squares fails",
          wide_systems([](const System& s) { return rank(transpose(s.A) * s.A) < s.A.cols(); }));
}

/**
## The formula

It may be written down if $AA^T$ is invertible, and $AA^T$ has the rank of $A$,
whatever $A$ is. It solves the system, as $AB = (AA^T)(AA^T)^{-1} = I$; that is the easy half. The
other half is Pythagoras: $x_{\min} = A^T(\dots)$ is a combination of the rows of $A$, therefore
perpendicular to every $z$ with $Az = 0$, and

$$ \|x_{\min} + z\|^2 = \|x_{\min}\|^2 + \|z\|^2 . $$

Any other solution is longer, strictly.
*/
SECTION(proposition)
{
  chapter.claim("exo7-2.2-rank-hypothesis", holds)
      .property("A Aᵀ is n x n and has the rank of A, for every A",
                [](Draw& draw) {
                  const arma::uword n = draw.size("n", 1, 4), r = draw.size("r", 1, 4);
                  const RationalMatrix F = draw_integers(draw, "F", n, r);
                  const RationalMatrix A = F * draw_integers(draw, "G", r, draw.size("N", 1, 5));
                  const RationalMatrix AAt = A * transpose(A);
                  return AAt.rows() == n && AAt.cols() == n && rank(AAt) == rank(A);
                })
      .property("rank n: the columns of A give every unit vector of ℝⁿ, and A B = I",
                systems([](const System& s) {
                  const RationalMatrix I = RationalMatrix::identity(s.A.rows());
                  return rank(join_rows(s.A, I)) == s.A.rows() && s.A * right_inverse(s.A) == I;
                }));
  chapter.claim("exo7-2.2-solution-check", holds)
      .property("for every A of rank n: A (B y) = y",
                systems([](const System& s) { return s.A * (right_inverse(s.A) * s.y) == s.y; }));
  const RationalMatrix B = right_inverse(example.A);
  chapter.claim("exo7-2.2-proposition-1", holds)
      .equal("printed example: Lagrange's x, and B y", shortest_solution(example), B * example.y)
      .property("for every A of rank n: Lagrange's x is B y", systems([](const System& s) {
                  return shortest_solution(s) == right_inverse(s.A) * s.y;
                }))
      .property("|x + z|² = |x|² + |z|² > |x|² if A z = 0, z ≠ 0",
                wide_systems([](const System& s, Draw& draw) {
                  const RationalMatrix x = right_inverse(s.A) * s.y, Z = kernel(s.A);
                  const RationalMatrix z = Z * draw_integers(draw, "t", Z.cols(), 1);
                  return squared_norm(x + z) == squared_norm(x) + squared_norm(z) &&
                         (is_zero(z) || squared_norm(x + z) > squared_norm(x));
                }))
      .property("x_min is a combination of the rows of A", systems([](const System& s) {
                  return rank(join_rows(transpose(s.A), right_inverse(s.A) * s.y)) == s.A.rows();
                }));

  /**
  A thousand exact systems show no exception, but the next one might. So the proposition is proven
  as well: for symbolic $A$ of small sizes, where every identity is one between polynomials, and for
  all sizes by a proof that a machine has checked.

  The document *requires* the way back $\psi$ to be linear. It need not: to ask for the shortest $x$
  is enough, and $\psi$ turns out to be linear. Lagrange's solution, which does not use $B$,
  confirms it. And where $A$ has an inverse, $B$ is that inverse.
  */
  chapter.proposition("minimum-norm", {"exact", "solves", "least_norm", "only_one"});
  chapter.claim("exo7-2.2-linear-psi", holds)
      .same_shape("B of the printed example", arma::size(B.to_double()), "N x n",
                  arma::SizeMat(4, 2))
      .property("the shortest x for s y + t y′ is s x + t x′",
                systems([](const System& one, Draw& draw) {
                  const System other{one.A, draw_integers(draw, "y'", one.A.rows(), 1)};
                  const Rational s = draw.integer("s", -5, 5), t = draw.integer("t", -5, 5);
                  return shortest_solution({one.A, s * one.y + t * other.y}) ==
                         s * shortest_solution(one) + t * shortest_solution(other);
                }))
      .property("for N = n, B is the inverse of A",
                systems([](const System& s) { return right_inverse(s.A) == inverse(s.A); }, 0, 0));
}

/**
## The picture

In the plane, with $A = (1 \;\; 2)$ and $y = 5$, all of this can be drawn. The solutions of $Ax = 5$
are a line, parallel to the line $Ax = 0$; of all its points the nearest to the origin is the foot
of the perpendicular. We choose the ends of the lines, let exact arithmetic confirm that they are
where the picture puts them, and draw exactly those points.
*/
SECTION(picture)
{
  const RationalMatrix A{{1, 2}}, y{{5}}, x_min = right_inverse(A) * y;
  const RationalMatrix through_0{{-3, 4}, {Rational(3, 2), -2}};
  const RationalMatrix solutions{{-2, 5}, {Rational(7, 2), 0}};
  const RationalMatrix other{{3}, {1}}, z = other - x_min;
  chapter.claim("exo7-2.2-fig-projection", holds)
      .equal("A x at the ends of the line through 0", A * through_0, RationalMatrix{{0, 0}})
      .equal("A x at the ends of the line of solutions", A * solutions, RationalMatrix{{5, 5}})
      .equal("x_min · z for z = another solution − x_min", transpose(x_min) * z,
             RationalMatrix{{0}})
      .equal("x_min for A = (1 2), y = 5", x_min, RationalMatrix{{1}, {2}});
  chapter.figure("projection", [&](Figure& figure) {
    draw_projection(figure, through_0.to_double(), solutions.to_double(), x_min.to_double(),
                    other.to_double());
  });

  /**
  In general the line is an affine space of $N - n$ dimensions. Take another solution $p$, and
  project 0 onto the space of all solutions using nothing but $p$ and a basis $Z$ of the kernel: the
  foot of the perpendicular is $p - Z(Z^TZ)^{-1}Z^Tp$. It is $By$ again.
  */
  chapter.claim("exo7-2.2-geometry", holds)
      .property("two solutions differ by an element of ker A", systems([](const System& s) {
                  return is_zero(s.A * (another_solution(s) - right_inverse(s.A) * s.y));
                }))
      .property("x_min is perpendicular to ker A", systems([](const System& s) {
                  return is_zero(transpose(kernel(s.A)) * (right_inverse(s.A) * s.y));
                }))
      .property("p − Z (ZᵀZ)⁻¹ Zᵀp, the projection of 0, is B y", wide_systems([](const System& s) {
                  const RationalMatrix p = another_solution(s), Z = kernel(s.A), Zt = transpose(Z);
                  return p - Z * (inverse(Zt * Z) * (Zt * p)) == right_inverse(s.A) * s.y;
                }));

  /**
  Pythagoras can be drawn for the printed example too. Leave $x_{\min}$ along either of two
  directions of the kernel: the squared norm, $\frac{10}{3}$, grows as a parabola whose bottom is
  there, and nowhere else.
  */
  const RationalMatrix x = right_inverse(example.A) * example.y;
  const RationalMatrix multipliers = inverse(example.A * transpose(example.A)) * example.y;
  chapter.finding("length", "In the printed example |x_min|² = 10/3")
      .equal("printed example: |x_min|²", squared_norm(x), Rational(10, 3))
      .equal("printed example: y · (A Aᵀ)⁻¹ y, which is |x_min|²",
             (transpose(example.y) * multipliers)(0, 0), Rational(10, 3));
  chapter.figure("pythagoras", [&](Figure& figure) {
    draw_pythagoras(figure, x.to_double(), kernel(example.A).to_double());
  });
}
