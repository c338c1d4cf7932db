#include "conditioned.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/error.hpp"
#include "epreuve/math/linear_algebra/minimum_norm.hpp"
#include "figures.hpp"

#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <vector>

/**
# What rounding does to the formula

So the formula is true. But a computer rounds $AA^T$, and $AA^T$ is more delicate than $A$: if the
singular values of $A$ span a ratio $\kappa$, its condition number, those of $AA^T$ span $\kappa^2$.
Three other ways never form it. QR factors $A^T = QR$ and takes $x = QR^{-T}y$; the singular value
decomposition $A = USV^T$ takes $x = VS^{-1}U^Ty$; and the *semi-normal equations* are the formula
itself, $x = A^T(R^TR)^{-1}y$, as $AA^T = R^TR$, but with the triangle $R$ of QR, which is computed
from $A$. With unit roundoff $u = 2^{-53}$ and $c$ a number that depends on the dimensions alone,
the relative error is at most

$$ c\,\kappa^2 u \quad \text{for the formula}, \qquad
   c\,\kappa u \quad \text{for the other three} $$

to first order in $u$.

The first is soon derived. Rounding moves $AA^T$ by some $E$ of norm $c\,u\|A\|^2$. That moves $z =
(AA^T)^{-1}y$ by $(AA^T)^{-1}Ez$, and $x = A^Tz$ by $BEz$, where $\|B\| = 1/\sigma_{\min}$ and
$\|z\| \le \|x\|/\sigma_{\min}$: so by at most $c\,u\,\|A\|^2/\sigma_{\min}^2 = c\,\kappa^2u$ times
its norm, and no care taken afterwards makes up for that.

The semi-normal equations solve two triangular systems, $R^Tw = y$ and $Rz = w$, and each is solved
as if the entries of its $R$ had relative errors $c\,u$. The first moves $w$ by some $\delta$ of
norm $c\,\kappa u\|w\|$, and so $z$ by $R^{-1}\delta$, which may be huge; but then comes $A^T = QR$,
and $A^TR^{-1}\delta = Q\delta$ is as small as $\delta$. The second moves $z$ by $R^{-1}\Delta z$,
hence $x$ by $Q\Delta z$, of norm at most $c\,u\|A\|\|z\| \le c\,\kappa u\|x\|$. The errors of $R$
itself and of the product $A^Tz$ have the same bound. What $R^{-1}$ magnifies, $A^T$ shrinks again;
forming $AA^T$ spoils the numbers before either can act. (For QR and the semi-normal equations
the bounds are those of @demmel-higham-1993. The library's SVD is that of the triangle $R$, which it
perturbs by $c\,u\|A\|$ and no more.)

## Seven ways to err

To see it we need matrices of known $\kappa$, and true solutions. Both can be had exactly. For a
vector $v$ of integers the reflection $I - 2vv^T/v^Tv$ is orthogonal and rational; put one on each
side of a diagonal matrix, and the singular values of the product are the numbers on that diagonal,
to the last digit.

We can show that the fault lies in forming $AA^T$, and nowhere else. Compute $AA^T$ exactly, round
each of its entries once, to the nearest double, and go on exactly: no program that stores $AA^T$
can do better. We compare it with the same for $A$: round its entries once, and solve exactly.
Nobody can avoid that loss, since one is given nothing but doubles.
*/
using namespace epreuve::course;

static constexpr double u = 0x1p-53;

/**
Then come the real programs (at the end of this page): the formula as it stands in the document, the
same by Cholesky's factorisation with a guard that refuses hopeless cases, the semi-normal
equations, QR and SVD. There are 21 systems for each power of ten up to $10^{14}$, and the
typical loss is their median. Fewer would not do: rounding errors may cancel, and one system in
twenty loses two digits less than its neighbours. A digit lost is a factor of ten over $u$, and a
double has no more than 15.95 of them to lose. A median is NaN as soon as one of the systems was
refused.
*/
static constexpr arma::uword systems_per_kappa = 21; // for each kappa
static const arma::vec kappa = arma::exp10(arma::regspace(0, 14));

/// The errors of a system's solutions and two residuals, by the name of the way.
static std::map<std::string, double> errors_of(const ConditionedSystem& s);

struct Losses
{
  std::map<std::string, arma::mat> errors; ///< a row per kappa, a column per system

  arma::vec median(const std::string& way) const
  {
    arma::vec result(kappa.n_elem, arma::fill::value(arma::datum::nan));
    for (arma::uword k = 0; k < kappa.n_elem; ++k)
      if (const arma::rowvec all = errors.at(way).row(k); all.is_finite())
        result(k) = arma::median(all);
    return result;
  }

  arma::vec digits(const std::string& way) const
  {
    return arma::clamp(arma::log10(median(way) / u), -arma::datum::inf, std::log10(1 / u));
  }

  /// The exponent of the error's growth with kappa, from 10^first to 10^last.
  double slope(const std::string& way, unsigned first, unsigned last) const
  {
    return exponent_of(kappa.subvec(first, last), median(way).subvec(first, last)).value;
  }

  /// The largest of error / (u kappa^power), over the systems up to 10^last.
  double worst(const std::string& way, double power, unsigned last) const
  {
    arma::mat scaled = errors.at(way).each_col() / (u * arma::pow(kappa, power));
    return scaled.replace(arma::datum::nan, arma::datum::inf).head_rows(last + 1).max();
  }
};

SECTION(rounding)
{
  Losses losses;
  for (unsigned k = 0; k < kappa.n_elem; ++k)
    for (arma::uword i = 0; i < systems_per_kappa; ++i)
      for (const auto& [way, error] : errors_of(system_of_condition(k, 3, 6)))
        losses.errors.try_emplace(way, kappa.n_elem, systems_per_kappa).first->second(k, i) = error;

  /**
  The bounds come first, and every system has to keep them: with $c = 8nN$ (the analyses leave the
  constant open, and this one serves the whole suite), the error is at most $8nNu\kappa$ for QR and
  the semi-normal equations, and $\kappa$ times that for the formula. An SVD is an iteration, which
  has to end: LAPACK's takes an entry beside the diagonal for 0 once it is below $u^{7/8} \approx
  100u$, relative to the entries around it. There are $n - 1$ of them, so that $100(n-1)u\kappa$
  come on top, and one system in two thousand uses a quarter of that. Then come the slopes, that is,
  how many more digits are lost each time $\kappa$ grows tenfold: two, or one. From $\kappa = 10^9$
  on the formula of the page has no digit left, while QR still has seven digits.
  */
  constexpr double c = 8 * 3 * 6, c_of_svd = c + 100 * (3 - 1);
  chapter
      .finding("digits-lost", "The formula loses twice the digits that QR and SVD lose")
      // Law of 3: no normal law is meant. From 24 000 systems for each κ, whose errors have a long tail towards 0, follow
      // the laws of the medians of 21 and of the slopes through these: outside with 3·10⁻¹⁰ for the formula, 10⁻¹³ for
      // the others. (With medians of 7 it was 10⁻⁴.)
      .within("formula: digits lost per factor 10 in κ", losses.slope("formula", 1, 7), 1.7, 2.3)
      .rounding()
      .within("QR: digits lost per factor 10 in κ", losses.slope("QR", 1, 14), 0.85, 1.15)
      .rounding()
      .within("SVD: digits lost per factor 10 in κ", losses.slope("SVD", 1, 14), 0.85, 1.15)
      .rounding()
      // Law of 3: the bounds are derived in the text, for every draw.
      .at_most("worst error of the formula over u κ², κ ≤ 10⁷", losses.worst("formula", 2, 7), c)
      .rounding()
      .at_most("worst error of QR over u κ, κ ≤ 10¹⁴", losses.worst("QR", 1, 14), c)
      .rounding()
      .at_most("worst error of SVD over u κ, κ ≤ 10¹⁴", losses.worst("SVD", 1, 14), c_of_svd)
      .rounding()
      // Law of 2: 1 and 10⁻⁸; beyond with 10⁻¹³ at most, by the same laws.
      .at_least("relative error of the formula at κ = 10⁹", losses.median("formula")(9), 0.01)
      .rounding()
      .at_most("relative error of QR at κ = 10⁹", losses.median("QR")(9), 3e-7)
      .rounding();
  chapter
      .finding("one-rounding", "Rounding A Aᵀ once loses those digits already")
      // Law of 2: as for the slopes above, outside with 7·10⁻¹¹.
      .within("A Aᵀ rounded once: digits lost per factor 10 in κ",
              losses.slope("A Aᵀ rounded", 1, 7), 1.7, 2.3)
      .within("A rounded once: digits lost per factor 10 in κ", losses.slope("A rounded", 1, 14),
              0.85, 1.15);

  /**
  And the formula without $AA^T$ keeps them. At $\kappa = 10^8$, where the page's way of computing
  leaves hardly a digit, the semi-normal equations leave seven: nothing was the matter with the
  formula but that one product.

  They lose up to a digit more than QR here, and QR has another advantage. Its $x$ is the exact
  solution for a matrix within rounding of $A$, and so its residual $Ax - y$ is a small multiple of
  $u\|A\|\|x\|$ whatever $\kappa$ is. The error $Q\Delta z$ of the semi-normal equations promises
  less: the residual may be $\kappa$ times as large, and it is. To get $x$ one can do without $Q$
  and its storage; to make $Ax = y$ hold one takes QR.
  */
  chapter
      .finding("semi-normal", "The same formula without A Aᵀ, x = Aᵀ(RᵀR)⁻¹y, loses one digit per "
                              "factor 10 in κ, as QR does; but its residual grows with κ")
      // Law: as for the slopes above.
      .within("semi-normal equations: digits lost per factor 10 in κ",
              losses.slope("semi-normal", 1, 14), 0.85, 1.15)
      .rounding()
      // Law: derived in the text, for every draw.
      .at_most("worst error of the semi-normal equations over u κ, κ ≤ 10¹⁴",
               losses.worst("semi-normal", 1, 14), c)
      .rounding()
      // Law of 2: 10⁻⁸·³ and 0.09; beyond with 10⁻¹³ and, for the formula, 10⁻⁹, by the same laws.
      .at_most("relative error of the semi-normal equations at κ = 10⁸",
               losses.median("semi-normal")(8), 1e-7)
      .rounding()
      .at_least("relative error of the formula at κ = 10⁸", losses.median("formula")(8), 1e-3)
      .rounding()
      // Law: derived in the text, for every draw.
      .at_most("worst residual of QR over u |A||x|, κ ≤ 10¹⁴", losses.worst("residual, QR", 0, 14),
               c)
      .rounding()
      // Law: as for the slopes above.
      .within("semi-normal equations: digits that the residual grows per factor 10 in κ",
              losses.slope("residual, semi-normal", 1, 14), 0.85, 1.15)
      .rounding();

  /**
  A wrong answer is worse than none. The library's version of the formula estimates the condition of
  $AA^T$ and refuses when no digit would be right; it answers up to $10^7$ and is silent from $10^9$
  on. QR has its limit too: when $\kappa$ reaches $1/u$, the rounded matrix cannot be distinguished
  from one of lower rank, and the error message says so.
  */
  const arma::mat& guarded = losses.errors.at("guarded formula");
  const arma::uvec early = arma::find_nonfinite(guarded.row(7));
  const arma::uvec late = arma::find_nonfinite(guarded.tail_rows(6));
  const ConditionedSystem hopeless = system_of_condition(17, 3, 6);
  chapter.finding("refusals", "The guarded formula and QR refuse before all digits are lost")
      .equal(fmt::format("guarded formula: refusals at κ = 10⁷, of {}", systems_per_kappa),
             early.n_elem, 0)
      .equal(
          fmt::format("guarded formula: refusals at κ = 10⁹ to 10¹⁴, of {}", 6 * systems_per_kappa),
          late.n_elem, 6 * systems_per_kappa)
      .refuses(
          "QR at κ = 10¹⁷ names the rank it found",
          [&] { minimum_norm_solution(hopeless.A.to_double(), hopeless.y.to_double()); },
          "found rank 2");

  Columns lost;
  lost.column("κ", kappa, "{:.0e}");
  for (const char* way : {"formula", "guarded formula", "semi-normal", "QR", "SVD"}) {
    std::vector<std::string> cells;
    for (const double digits : losses.digits(way))
      cells.push_back(std::isnan(digits) ? "refuses" : fmt::format("{:.1f}", digits));
    lost.column(way, cells).rounding();
  }
  chapter.table(
      fmt::format("Decimal digits lost, of 15.95: medians of {} systems, 3 x 6", systems_per_kappa),
      lost);

  /**
  The measured curves are made of rounding noise, and differ from one processor to the next. The two
  exact experiments, with one rounding each followed by rational arithmetic, do not; the first
  figure of the chapter shows these.
  */
  chapter.figure("one-rounding", [&](Figure& figure) {
    draw_one_rounding(figure, kappa, losses.digits("A Aᵀ rounded"), losses.digits("A rounded"));
  });
  chapter.figure("digits-lost", [&](Figure& figure) {
    draw_digits_lost(figure, kappa, losses.digits("formula"), losses.digits("semi-normal"),
                     losses.digits("QR"), losses.digits("SVD"));
  });
}

/**
## When A lacks rank

The proposition supposes rank $n$. Give the printed example a third equation, the sum of its two,
and the hypothesis is gone: $D = FA$ has three rows and rank 2. Now the ways part. $DD^T$ is
singular, so the formula cannot be written down. QR finds the rank and refuses, and so do the
semi-normal equations, which use its triangle. The SVD drops the singular value that is zero and
answers a wider question: among the $x$ that make $\|Dx - y\|$ smallest, which is the shortest?
*/
SECTION(missing_rank)
{
  const RationalMatrix A{{1, 2, 0, -1}, {1, 1, -1, 0}}, F{{1, 0}, {0, 1}, {1, 1}}, D = F * A;
  const RationalMatrix y{{2}, {-1}}, consistent = F * y, torn{{2}, {-1}, {4}};
  const arma::mat D_double = D.to_double();
  const arma::vec right = consistent.to_double();
  chapter.finding("rank-and-solutions", "Without rank n: no solution, or too many dimensions")
      .equal("rank of D, the printed A with the sum of its rows as third row", rank(D), 2)
      .equal("dimension of the solutions of D x = 0, where N − n = 1", kernel(D).cols(), 2)
      .equal("rank of (D | y) for a contradictory y", rank(join_rows(D, torn)), 3);
  chapter.finding("rank-refused", "Formula and QR refuse a matrix of rank 2 with 3 rows")
      .equal("rank of D Dᵀ, D the printed A with the sum of its rows", rank(D * transpose(D)), 2)
      .refuses(
          "the guarded formula refuses D", [&] { minimum_norm_normal_equations(D_double, right); },
          "singular")
      .refuses(
          "QR refuses D and names its rank", [&] { minimum_norm_solution(D_double, right); },
          "found rank 2");

  /**
  The exact answer to the wider question is $A^T(AA^T)^{-1}(F^TF)^{-1}F^Ty$. When the third equation
  agrees with the others, that is the printed $x_{\min}$, as it should: an equation that says
  nothing new changes nothing. When it contradicts them, the SVD makes the best of it, and its
  residual, $\sqrt3$ here, shows that something is wrong. The tolerances are the bounds given above;
  the part of $y$ outside the range of $D$ enters it with $\kappa^2$.
  */
  const auto least_squares = [&](const RationalMatrix& b) {
    return right_inverse(A) * (inverse(transpose(F) * F) * (transpose(F) * b));
  };
  const auto easy = minimum_norm_svd(D_double, right);
  const auto hard = minimum_norm_svd(D_double, torn.to_double());
  const arma::vec easy_exact = least_squares(consistent).to_double();
  const arma::vec hard_exact = least_squares(torn).to_double();
  const double largest = easy.singular_values(0), condition = largest / easy.singular_values(1);
  const double unit = 8 * 3 * 4 * u * condition;
  chapter.finding("rank-svd", "SVD gives the shortest of the best approximations")
      .equal("rank that SVD finds in D", easy.rank, 2)
      .equal("shortest solution with a consistent third equation, and the printed x_min",
             least_squares(consistent), right_inverse(A) * y)
      .agree("SVD with a consistent y: x", easy.x, easy_exact,
             absolute(unit * arma::norm(easy_exact)))
      .agree("SVD with a contradictory y: x", hard.x, hard_exact,
             absolute(unit * (arma::norm(hard_exact) + condition * std::sqrt(3) / largest)))
      .agree("SVD with a contradictory y: residual, against √3", hard.residual_norm, std::sqrt(3),
             absolute(unit * arma::norm(torn.to_double())));
}

/**
## The programs

Errors are counted from the exact solution for the rounded $A$, relative to its norm. Where a method
refuses, its error is NaN; where rounding leaves $AA^T$ exactly singular, which happens, the answer is
0, in error by 1.
*/
static arma::vec solution_by_the_page(const arma::mat& A, const arma::vec& y)
{
  const arma::mat AAt = A * A.t(), I = arma::eye(arma::size(AAt));
  arma::mat inverted;
  const auto options = arma::solve_opts::fast + arma::solve_opts::no_sympd;
  const bool solved = arma::solve(inverted, AAt, I, options);
  return solved ? arma::vec(A.t() * inverted * y) : arma::vec(A.n_cols);
}

static std::map<std::string, double> errors_of(const ConditionedSystem& s)
{
  const arma::mat A = s.A.to_double();
  const arma::vec y = s.y.to_double();
  const RationalMatrix given(A), gram = given * transpose(given), rounded(gram.to_double());
  const RationalMatrix truth = minimum_norm_solution(given, s.y);
  const auto error_of = [&](const std::function<arma::vec()>& solve) {
    try {
      return relative_error(RationalMatrix(solve()), truth);
    } catch (const Error&) {
      return arma::datum::nan;
    }
  };
  const auto residual_of = [&](const arma::vec& x) {
    const arma::vec missed = (given * RationalMatrix(x) - s.y).to_double();
    return arma::norm(missed) / (arma::norm(A, 2) * arma::norm(x));
  };
  const RationalMatrix by_rounded_gram = rank(rounded) < A.n_rows
                                             ? RationalMatrix(A.n_cols, 1)
                                             : transpose(given) * (inverse(rounded) * s.y);
  return {{"A rounded", relative_error(truth, s.x)},
          {"A Aᵀ rounded", relative_error(by_rounded_gram, truth)},
          {"formula", error_of([&] { return solution_by_the_page(A, y); })},
          {"guarded formula", error_of([&] { return minimum_norm_normal_equations(A, y); })},
          {"semi-normal", error_of([&] { return minimum_norm_semi_normal_equations(A, y); })},
          {"QR", error_of([&] { return minimum_norm_solution(A, y); })},
          {"SVD", error_of([&] { return minimum_norm_svd(A, y).x; })},
          {"residual, semi-normal", residual_of(minimum_norm_semi_normal_equations(A, y))},
          {"residual, QR", residual_of(minimum_norm_solution(A, y))}};
}
