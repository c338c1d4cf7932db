#include "epreuve/chapter.hpp"
#include "epreuve/error.hpp"
#include "epreuve/math/minimum_norm.hpp"
#include "epreuve/math/rational_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
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

The first is soon derived. Rounding moves $AA^T$ by some $E$ of norm $c\,u\|A\|^2$. That moves
$z = (AA^T)^{-1}y$ by $(AA^T)^{-1}Ez$, and $x = A^Tz$ by $BEz$, where $\|B\| = 1/\sigma_{\min}$ and
$\|z\| \le \|x\|/\sigma_{\min}$: so by $c\,u\,\|A\|^2/\sigma_{\min}^2 = c\,\kappa^2u$ of itself, and
no care taken afterwards brings that back.

The semi-normal equations solve two triangular systems, $R^Tw = y$ and $Rz = w$, and each is solved
as if the entries of its $R$ had been moved by $c\,u$ of themselves. The first moves $w$ by some
$\delta$ of norm $c\,\kappa u\|w\|$, and so $z$ by $R^{-1}\delta$, which may be huge; but then comes
$A^T = QR$, and $A^TR^{-1}\delta = Q\delta$ is as small as $\delta$. The second moves $z$ by
$R^{-1}\Delta z$, hence $x$ by $Q\Delta z$, of norm at most $c\,u\|A\|\|z\| \le c\,\kappa u\|x\|$.
The errors of $R$ itself and of the product $A^Tz$ have the same bound. What $R^{-1}$ magnifies,
$A^T$ shrinks again; $AA^T$ spoils the numbers before either. (For QR and the semi-normal equations
Demmel and Higham have the bounds in *Improved Error Bounds for Underdetermined System Solvers*,
1993. The library's SVD is that of the triangle $R$, which it moves by $c\,u\|A\|$ and no more.)

To see it we need matrices of known $\kappa$, and true solutions. Both can be had exactly. For a
vector $v$ of integers the reflection $I - 2vv^T/v^Tv$ is orthogonal and rational; put one on each
side of a diagonal, and that diagonal is the singular values, to the last digit.
*/

using namespace epreuve::course;

static RationalMatrix odd_integers(arma::uword n)
{
  return RationalMatrix(
      arma::mat(2 * arma::randi<arma::mat>(n, 1, arma::distr_param(-50, 49)) + 1));
}

static RationalMatrix reflection(const RationalMatrix& v)
{
  const Rational squared_norm = (transpose(v) * v)(0, 0);
  return RationalMatrix::identity(v.rows()) - Rational(2) / squared_norm * (v * transpose(v));
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

The real programs follow: the formula as it stands on the page, the same by Cholesky's factorisation
with a guard that refuses hopeless cases, the semi-normal equations, QR and SVD. Errors are counted
from the exact solution for the rounded $A$, relative to its norm. Where a method refuses, its error
is NaN; where rounding leaves $AA^T$ exactly singular, which happens, the answer is 0, in error by
1.
*/

struct Errors
{
  double rounded_A, rounded_gram, page, cholesky, semi_normal, qr, svd;
  double semi_normal_residual, qr_residual; ///< |A x - y| / (u |A| |x|)
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
  const auto residual = [&](const arma::vec& x) {
    const arma::mat missed = (given * RationalMatrix(arma::mat(x)) - s.y).to_double();
    return arma::norm(missed) / (u * arma::norm(A, 2) * arma::norm(x));
  };
  return {relative_error(truth, s.x),
          relative_error(transpose(given) * solution_or_zero(rounded_gram, s.y), truth),
          error_of([&] { return formula_of_the_page(A, y); }, truth),
          error_of([&] { return minimum_norm_normal_equations(A, y); }, truth),
          error_of([&] { return minimum_norm_semi_normal_equations(A, y); }, truth),
          error_of([&] { return minimum_norm_solution(A, y); }, truth),
          error_of([&] { return minimum_norm_svd(A, y).x; }, truth),
          residual(minimum_norm_semi_normal_equations(A, y)),
          residual(minimum_norm_solution(A, y))};
}

/**
There are seven systems for each power of ten, and the typical loss is their median. A digit lost is
a factor of ten over $u$, and a double has no more than 15.95 of them to lose. A median is NaN as
soon as one of the seven was refused.
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

SECTION(rounding)
{
  const Losses losses = measure_losses();

  /**
  The bounds come first, and every system has to keep them: with $c = 8nN$ (the analyses leave the
  constant open, and this one serves the whole suite), the error is at most $8nNu\kappa$ for QR, the
  semi-normal equations and SVD, and once more $\kappa$ for the formula. Then come the slopes, that
  is, how many digits more are lost each time $\kappa$ grows tenfold: two, or one. From
  $\kappa = 10^9$ on the formula of the page has nothing left, while QR still has seven digits.
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
      .at_most("worst error of QR over 8nNu κ, κ ≤ 10¹⁴", losses.worst(&Errors::qr, linear, 14), 1)
      .at_most("worst error of SVD over 8nNu κ, κ ≤ 10¹⁴", losses.worst(&Errors::svd, linear, 14),
               1)
      .at_least("relative error of the formula at κ = 10⁹", page(9), 0.01)
      .at_most("relative error of QR at κ = 10⁹", qr(9), 1e-5);

  chapter.finding("one-rounding", "Rounding A Aᵀ once loses those digits already")
      .within("A Aᵀ rounded once: digits lost per factor 10 in κ",
              losses.slope(&Errors::rounded_gram, 1, 7), 1.7, 2.3)
      .within("A rounded once: digits lost per factor 10 in κ",
              losses.slope(&Errors::rounded_A, 1, 14), 0.85, 1.15);

  /**
  And the formula without $AA^T$ keeps them. At $\kappa = 10^8$, where the page's way of computing
  leaves hardly a digit, the semi-normal equations leave eight: nothing was the matter with the
  formula but that one product.

  They lose up to a digit more than QR here, and QR has another advantage. Its $x$ is the exact
  solution for a matrix within rounding of $A$, and so its residual $Ax - y$ is a small multiple of
  $u\|A\|\|x\|$ whatever $\kappa$ is. The error $Q\Delta z$ promises less: the residual may be $\kappa$
  times that, and it is. Whoever wants $x$ can do without $Q$ and its storage; whoever wants $Ax = y$
  to hold takes QR.
  */
  const arma::vec semi_normal = losses.median(&Errors::semi_normal);
  chapter
      .finding("semi-normal", "The same formula without A Aᵀ, x = Aᵀ(RᵀR)⁻¹y, loses one digit per "
                              "factor 10 in κ, as QR does; but its residual grows with κ")
      .within("semi-normal equations: digits lost per factor 10 in κ",
              losses.slope(&Errors::semi_normal, 1, 14), 0.85, 1.15)
      .at_most("worst error of the semi-normal equations over 8nNu κ, κ ≤ 10¹⁴",
               losses.worst(&Errors::semi_normal, linear, 14), 1)
      .at_most("relative error of the semi-normal equations at κ = 10⁸", semi_normal(8), 1e-7)
      .at_least("relative error of the formula at κ = 10⁸", page(8), 1e-3)
      .at_most("worst residual of QR over 8nNu |A||x|, κ ≤ 10¹⁴",
               losses.worst(
                   &Errors::qr_residual, [](double) { return constant / u; }, 14),
               1)
      .within("semi-normal equations: digits that the residual grows per factor 10 in κ",
              losses.slope(&Errors::semi_normal_residual, 1, 14), 0.85, 1.15);

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
  chapter.finding("refusals", "The guarded formula and QR refuse before all digits are lost")
      .equal("guarded formula: answers at κ = 10⁷, of 7", answered(7), 7)
      .equal("guarded formula: answers at κ = 10⁹ to 10¹⁴, of 42", answers_beyond_hope, 0)
      .refuses(
          "QR at κ = 10¹⁷ names the rank it found",
          [&] { minimum_norm_solution(hopeless.A.to_double(), hopeless.y.to_double()); },
          "found rank 2");

  const auto lost = [&](double Errors::* method) {
    std::vector<std::string> cells;
    for (const double digits : digits_lost(losses.median(method)))
      cells.push_back(std::isnan(digits) ? "refuses" : fmt::format("{:.1f}", digits));
    return cells;
  };
  chapter.table("Decimal digits lost, of 15.95: medians of 7 systems, 3 x 6",
                Columns()
                    .column("κ", losses.kappa, "{:.0e}")
                    .column("formula", lost(&Errors::page))
                    .column("guarded formula", lost(&Errors::cholesky))
                    .column("semi-normal", lost(&Errors::semi_normal))
                    .column("QR", lost(&Errors::qr))
                    .column("SVD", lost(&Errors::svd)));

  /**
  The measured curves are made of rounding noise, and differ from one processor to the next. The
  two exact experiments, with one rounding each and rationals after it, do not; the first figure is
  theirs.
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
    figure.title("The formula runs out of digits at κ = 10⁸, the others do not").measured();
    axes(figure);
    figure.line_points(losses.kappa, digits_lost(page), "formula as printed")
        .line_points(losses.kappa, digits_lost(semi_normal), "semi-normal equations")
        .line_points(losses.kappa, digits_lost(qr), "QR")
        .line_points(losses.kappa, digits_lost(losses.median(&Errors::svd)), "SVD")
        .curve([](double kappa) { return 2 * std::log10(kappa); }, 1, 1e8, 2, "κ² u")
        .curve([](double kappa) { return std::log10(kappa); }, 1, 1e14, 2, "κ u")
        .horizontal_line(all_digits, "all digits of a double")
        .caption("Medians of the relative errors, in digits above u = 2⁻⁵³, of 7 systems for "
                 "each κ. Rounding noise: the curves differ a little between processors.")
        .alt(
            "Digits lost against condition number: the formula rises two digits per power of ten "
            "up to the ceiling at ten to the eighth and stays there; the semi-normal equations, QR "
            "and SVD rise one digit per power of ten, close together.");
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
      .equal("rank of D with a contradictory y beside it", rank(join_rows(D, torn)), 3);

  chapter.finding("rank-refused", "Formula and QR refuse a matrix of rank 2 with 3 rows")
      .equal("rank of D Dᵀ, 3 x 3, for the printed A with the sum of its rows as third row",
             rank(D * transpose(D)), 2)
      .refuses(
          "the guarded formula refuses D", [&] { minimum_norm_normal_equations(D_double, right); },
          "singular")
      .refuses(
          "QR refuses D and names its rank", [&] { minimum_norm_solution(D_double, right); },
          "found rank 2");

  /**
  The exact answer to the wider question is $A^T(AA^T)^{-1}(F^TF)^{-1}F^Ty$. When the third
  equation agrees with the others, that is the printed $x_{\min}$, as it should: an
  equation that says nothing new changes nothing. When it contradicts them, the SVD makes the
  best of it, and its residual, $\sqrt3$ here, tells that something is wrong. The tolerances are
  the bound from above; the part of $y$ outside the range of $D$ enters it with $\kappa^2$.
  */
  const RationalMatrix Ft = transpose(F);
  const auto least_squares = [&](const RationalMatrix& b) {
    return right_inverse(A) * (inverse(Ft * F) * (Ft * b));
  };
  const auto easy = minimum_norm_svd(D_double, right);
  const auto hard = minimum_norm_svd(D_double, torn.to_double());
  const arma::vec easy_exact = least_squares(consistent).to_double();
  const arma::vec hard_exact = least_squares(torn).to_double();
  const double kappa = easy.singular_values(0) / easy.singular_values(1);
  const double unit = 8 * 3 * 4 * u * kappa;
  chapter.finding("rank-svd", "SVD gives the shortest of the best approximations")
      .equal("rank that SVD finds in D", easy.rank, 2)
      .equal("shortest solution with a consistent third equation, and the printed x_min",
             least_squares(consistent), right_inverse(A) * y)
      .agree("SVD with a consistent y: x", easy.x, easy_exact,
             absolute(unit * arma::norm(easy_exact)))
      .agree("SVD with a contradictory y: x", hard.x, hard_exact,
             absolute(unit *
                      (arma::norm(hard_exact) + kappa * std::sqrt(3.0) / easy.singular_values(0))))
      .agree("SVD with a contradictory y: residual, against √3", hard.residual_norm, std::sqrt(3.0),
             absolute(unit * arma::norm(torn.to_double())));
}
