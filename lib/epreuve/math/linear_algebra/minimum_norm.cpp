#include "epreuve/math/linear_algebra/minimum_norm.hpp"

#include "epreuve/blas.hpp"
#include "epreuve/error.hpp"
#include "epreuve/shape.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

namespace epreuve::math {
namespace {

// Householder QR runs on one BLAS thread: its threads would meet several times for each column. At
// GPT-2's size a second one saves a third of the time on an idle machine, and multiplies it by
// ten once other programs want the processor.

template <typename Real>
void require_finite(std::string_view caller, const arma::Mat<Real>& A)
{
  if (A.is_empty())
    throw Error("{}: A must not be empty, got {}", caller, shape(A));
  if (!A.is_finite())
    throw Error("{}: A must be finite, got {} with a NaN or an infinity", caller, shape(A));
}

template <typename Real>
void require_wide(std::string_view caller, const arma::Mat<Real>& A)
{
  require_finite(caller, A);
  if (A.n_rows > A.n_cols)
    throw Error("{}: A must be n x N with n <= N (no more equations than unknowns), got {}", caller,
                shape(A));
}

template <typename Real>
void require_system(std::string_view caller, const arma::Mat<Real>& A, const arma::Col<Real>& y)
{
  require_wide(caller, A);
  if (y.n_elem != A.n_rows)
    throw Error("{}: y must have one entry for each of the {} rows of A, got {}", caller, A.n_rows,
                y.n_elem);
  if (!y.is_finite())
    throw Error("{}: y must be finite, got {} entries with a NaN or an infinity", caller, y.n_elem);
}

/// At least the columns that LAPACK's QR treats at once; its work space is so many rows.
constexpr arma::blas_int lapack_block = 64;

/// T = Q R, T tall: Q (orthonormal columns) as Householder reflectors
/// H_j = I - tau_j v_j v_j^T, v_j = (0, ..., 0, 1, tail below the diagonal of column j).
template <typename Real>
struct QR
{
  arma::Mat<Real> reflectors;
  arma::Col<Real> tau;
  arma::Mat<Real> R;
};

template <typename Real>
QR<Real> householder_qr(std::string_view caller, arma::Mat<Real> T)
{
  auto n_rows = static_cast<arma::blas_int>(T.n_rows);
  auto n_cols = static_cast<arma::blas_int>(T.n_cols);
  arma::blas_int work_size = lapack_block * n_cols;
  arma::blas_int info = 0;
  arma::Col<Real> tau(T.n_cols);
  arma::Col<Real> work(static_cast<arma::uword>(work_size));
  arma::lapack::geqrf(&n_rows, &n_cols, T.memptr(), &n_rows, tau.memptr(), work.memptr(),
                      &work_size, &info);

  arma::Mat<Real> R = arma::trimatu(T.head_rows(T.n_cols));
  if (info != 0 || !R.is_finite())
    throw Error("{}: A has entries too large for its QR factors to be finite; scale A and y",
                caller);
  return {std::move(T), std::move(tau), std::move(R)};
}

/// Q z = H_1 H_2 ... H_n (z, 0), without forming Q.
template <typename Real>
arma::Col<Real> apply_Q(const QR<Real>& qr, const arma::Col<Real>& z)
{
  const arma::uword N = qr.reflectors.n_rows;
  arma::Col<Real> x(N, arma::fill::zeros);
  x.head(z.n_elem) = z;
  for (arma::uword j = z.n_elem; j-- > 0;) {
    const arma::uword below = N - j - 1;
    const auto v = qr.reflectors.col(j).tail(below);
    const Real length = qr.tau(j) * (x(j) + arma::dot(v, x.tail(below)));
    x(j) -= length;
    x.tail(below) -= length * v;
  }
  return x;
}

template <typename Real>
arma::Mat<Real> form_Q(QR<Real> qr)
{
  auto n_rows = static_cast<arma::blas_int>(qr.reflectors.n_rows);
  auto n_cols = static_cast<arma::blas_int>(qr.reflectors.n_cols);
  arma::blas_int work_size = lapack_block * n_cols;
  arma::blas_int info = 0;
  arma::Col<Real> work(static_cast<arma::uword>(work_size));
  arma::lapack::orgqr(&n_rows, &n_cols, &n_cols, qr.reflectors.memptr(), &n_rows, qr.tau.memptr(),
                      work.memptr(), &work_size, &info);
  return std::move(qr.reflectors);
}

template <typename Real>
arma::uword rank_of(const arma::Col<Real>& singular_values, arma::uword largest_dimension)
{
  const Real threshold = std::numeric_limits<Real>::epsilon() *
                         static_cast<Real>(largest_dimension) * singular_values(0);
  return static_cast<arma::uword>(std::ranges::count_if(
      singular_values, [threshold](Real sigma) { return sigma > threshold; }));
}

template <typename Real>
arma::Col<Real> singular_values_of(std::string_view caller, const arma::Mat<Real>& R)
{
  arma::Col<Real> singular_values;
  if (!arma::svd(singular_values, R))
    throw Error("{}: the singular values of A did not converge", caller);
  return singular_values;
}

/// A^T = Q R for an A of rank n.
template <typename Real>
QR<Real> full_rank_qr(std::string_view caller, const arma::Mat<Real>& A)
{
  QR<Real> qr = householder_qr<Real>(caller, A.t());
  const arma::Col<Real> sigma = singular_values_of(caller, qr.R);
  const arma::uword rank = rank_of(sigma, A.n_cols);
  if (rank < A.n_rows)
    throw Error("{}: A ({}) must have rank {}, found rank {} (singular values from {:.3g} down to "
                "{:.3g}); minimum_norm_svd accepts any rank",
                caller, shape(A), A.n_rows, rank, sigma.front(), sigma.back());
  return qr;
}

/// 2^k for which 1 <= 2^k size < 2, or the largest 2^k there is if size is subnormal.
template <typename Real>
Real power_of_two_near_inverse(Real size)
{
  return std::scalbn(Real(1), -std::max(std::ilogb(size), std::numeric_limits<Real>::min_exponent));
}

} // namespace

template <typename Real>
arma::Col<Real> minimum_norm_solution(const arma::Mat<Real>& A, const arma::Col<Real>& y)
{
  require_system("minimum_norm_solution", A, y);
  const OneBlasThread one_thread;
  const QR<Real> qr = full_rank_qr("minimum_norm_solution", A);
  const arma::Col<Real> z = arma::solve(arma::trimatl(qr.R.t()), y, arma::solve_opts::fast);
  return apply_Q(qr, z);
}

template <typename Real>
arma::Col<Real> minimum_norm_normal_equations(const arma::Mat<Real>& A, const arma::Col<Real>& y)
{
  require_system("minimum_norm_normal_equations", A, y);
  const OneBlasThread one_thread;
  const arma::Mat<Real> gram = A * A.t();
  const Real one_digit_left = static_cast<Real>(A.n_rows) * std::numeric_limits<Real>::epsilon();
  arma::Mat<Real> L;
  if (!gram.is_finite() || !arma::chol(L, gram, "lower") || arma::rcond(gram) < one_digit_left)
    throw Error("minimum_norm_normal_equations: A A^T is singular to working precision: A ({}) has "
                "rank < {} or a condition number above about {:.0e}, which A A^T squares; "
                "minimum_norm_solution goes further",
                shape(A), A.n_rows, 1 / std::sqrt(one_digit_left));
  const arma::Col<Real> z = arma::solve(arma::trimatl(L), y, arma::solve_opts::fast);
  return A.t() * arma::solve(arma::trimatu(L.t()), z, arma::solve_opts::fast);
}

template <typename Real>
arma::Col<Real> minimum_norm_semi_normal_equations(const arma::Mat<Real>& A,
                                                   const arma::Col<Real>& y)
{
  require_system("minimum_norm_semi_normal_equations", A, y);
  const OneBlasThread one_thread;
  const arma::Mat<Real> R = full_rank_qr("minimum_norm_semi_normal_equations", A).R;
  const arma::Col<Real> w = arma::solve(arma::trimatl(R.t()), y, arma::solve_opts::fast);
  const Real scale = power_of_two_near_inverse(arma::abs(R).max());
  const arma::Mat<Real> scaled_R = scale * R;
  const arma::Col<Real> z = arma::solve(arma::trimatu(scaled_R), w, arma::solve_opts::fast);
  return scale * (A.t() * z);
}

template <typename Real>
MinimumNormSolution<Real> minimum_norm_svd(const arma::Mat<Real>& A, const arma::Col<Real>& y)
{
  require_system("minimum_norm_svd", A, y);
  const OneBlasThread one_thread;
  const QR<Real> qr = householder_qr<Real>("minimum_norm_svd", A.t());

  // A = R^T Q^T, and R^T = U S V^T.
  arma::Mat<Real> U, V;
  arma::Col<Real> sigma;
  if (!arma::svd(U, sigma, V, qr.R.t()))
    throw Error("minimum_norm_svd: the singular values of A did not converge");

  const arma::uword rank = rank_of(sigma, A.n_cols);
  arma::Col<Real> z(A.n_rows, arma::fill::zeros);
  if (rank > 0)
    z = V.head_cols(rank) * ((U.head_cols(rank).t() * y) / sigma.head(rank));

  const arma::Col<Real> x = apply_Q(qr, z);
  const arma::Col<Real> residual = A * x - y;
  return {x, rank, sigma, arma::norm(residual)};
}

template <typename Real>
arma::Mat<Real> right_inverse(const arma::Mat<Real>& A)
{
  require_wide("right_inverse", A);
  const OneBlasThread one_thread;
  QR<Real> qr = full_rank_qr("right_inverse", A);
  const arma::Mat<Real> R = qr.R;
  arma::Mat<Real> B = form_Q(std::move(qr));

  // B R^T = Q, solved in place a band of rows at a time: B takes the storage of Q.
  constexpr arma::uword band = 1024;
  for (arma::uword first = 0; first < B.n_rows; first += band) {
    const arma::span rows(first, std::min(first + band, B.n_rows) - 1);
    const arma::Mat<Real> Q_rows = B.rows(rows.a, rows.b).t();
    B.rows(rows.a, rows.b) = arma::solve(arma::trimatu(R), Q_rows, arma::solve_opts::fast).t();
  }
  return B;
}

template <typename Real>
arma::uword numerical_rank(const arma::Mat<Real>& A)
{
  require_finite("numerical_rank", A);
  const OneBlasThread one_thread;
  const QR<Real> qr = A.n_rows < A.n_cols ? householder_qr<Real>("numerical_rank", A.t())
                                          : householder_qr<Real>("numerical_rank", A);
  return rank_of(singular_values_of("numerical_rank", qr.R), std::max(A.n_rows, A.n_cols));
}

#define INSTANTIATE(Real)                                                                          \
  template arma::Col<Real> minimum_norm_solution(const arma::Mat<Real>&, const arma::Col<Real>&);  \
  template arma::Col<Real> minimum_norm_normal_equations(const arma::Mat<Real>&,                   \
                                                         const arma::Col<Real>&);                  \
  template arma::Col<Real> minimum_norm_semi_normal_equations(const arma::Mat<Real>&,              \
                                                              const arma::Col<Real>&);             \
  template MinimumNormSolution<Real> minimum_norm_svd(const arma::Mat<Real>&,                      \
                                                      const arma::Col<Real>&);                     \
  template arma::Mat<Real> right_inverse(const arma::Mat<Real>&);                                  \
  template arma::uword numerical_rank(const arma::Mat<Real>&);

INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

} // namespace epreuve::math
