#include "epreuve/math/linear_algebra/kronecker.hpp"

#include "epreuve/error.hpp"
#include "epreuve/shape.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <new>
#include <string>
#include <string_view>

namespace epreuve::math {
namespace {

template <typename Real>
void require_factors(std::string_view caller, const arma::Mat<Real>& A, const arma::Mat<Real>& B)
{
  if (A.is_empty())
    throw Error("{}: A must not be empty, got {}", caller, shape(A));
  if (B.is_empty())
    throw Error("{}: B must not be empty, got {}", caller, shape(B));
}

template <typename Real>
void require_action(std::string_view caller, const arma::Mat<Real>& A, const arma::Mat<Real>& B,
                    const arma::Mat<Real>& M)
{
  require_factors(caller, A, B);
  if (M.n_rows != B.n_cols || M.n_cols != A.n_cols)
    throw Error("{}: M must be {} x {} for B M A^T to exist with A {} and B {}, got {}", caller,
                B.n_cols, A.n_cols, shape(A), shape(B), shape(M));
}

template <typename Real>
void require_length(std::string_view caller, const arma::Col<Real>& v, arma::uword n_rows,
                    arma::uword n_cols)
{
  const bool fits = n_rows == 0 || n_cols == 0
                        ? v.is_empty()
                        : v.n_elem % n_rows == 0 && v.n_elem / n_rows == n_cols;
  if (!fits)
    throw Error("{}: v must have {} x {} entries, got {}", caller, n_rows, n_cols, v.n_elem);
}

template <typename Real>
void require_product(std::string_view caller, const arma::Mat<Real>& M, arma::SizeMat A,
                     arma::SizeMat B)
{
  if (A.n_rows == 0 || A.n_cols == 0)
    throw Error("{}: A must not be empty, got size {}", caller, shape(A));
  if (B.n_rows == 0 || B.n_cols == 0)
    throw Error("{}: B must not be empty, got size {}", caller, shape(B));
  if (M.n_rows != A.n_rows * B.n_rows || M.n_cols != A.n_cols * B.n_cols)
    throw Error("{}: M must be {} x {}, the size of A (x) B with A {} and B {}, got {}", caller,
                A.n_rows * B.n_rows, A.n_cols * B.n_cols, shape(A), shape(B), shape(M));
}

double count(arma::SizeMat size)
{
  return static_cast<double>(size.n_rows) * static_cast<double>(size.n_cols);
}

double columns_first_flops(arma::SizeMat A, arma::SizeMat B) // (B M) A^T
{
  return 2 * static_cast<double>(B.n_rows) * static_cast<double>(A.n_cols) *
         (static_cast<double>(B.n_cols) + static_cast<double>(A.n_rows));
}

double rows_first_flops(arma::SizeMat A, arma::SizeMat B) // B (M A^T)
{
  return 2 * static_cast<double>(B.n_cols) * static_cast<double>(A.n_rows) *
         (static_cast<double>(A.n_cols) + static_cast<double>(B.n_rows));
}

/// The memory that can be allocated without driving anything else out. Linux grants more than it
/// has, and then kills whatever program uses it.
double available_bytes()
{
  std::ifstream meminfo("/proc/meminfo");
  for (std::string line; std::getline(meminfo, line);) {
    double kilobytes = 0;
    if (std::sscanf(line.c_str(), "MemAvailable: %lf", &kilobytes) == 1)
      return 1024 * kilobytes;
  }
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

/// Asking the system takes longer than forming a small product, for which there is always room.
constexpr double surely_available_bytes = 1 << 20;

} // namespace

template <typename Real>
arma::Col<Real> vec(const arma::Mat<Real>& M)
{
  return arma::vectorise(M);
}

template <typename Real>
arma::Col<Real> vec_rows(const arma::Mat<Real>& M)
{
  return arma::vectorise(M.t());
}

template <typename Real>
arma::Mat<Real> unvec(const arma::Col<Real>& v, arma::uword n_rows, arma::uword n_cols)
{
  require_length("unvec", v, n_rows, n_cols);
  return arma::reshape(v, n_rows, n_cols);
}

template <typename Real>
arma::Mat<Real> unvec_rows(const arma::Col<Real>& v, arma::uword n_rows, arma::uword n_cols)
{
  require_length("unvec_rows", v, n_rows, n_cols);
  return arma::reshape(v, n_cols, n_rows).t();
}

template <typename Real>
arma::Mat<Real> kronecker(const arma::Mat<Real>& A, const arma::Mat<Real>& B)
{
  require_factors("kronecker", A, B);
  const double bytes = kronecker_bytes<Real>(arma::size(A), arma::size(B));
  const auto too_large = [&] {
    return Error("kronecker: A (x) B of A {} and B {} needs {:.0f} bytes ({:.1f} GB), more than "
                 "this machine has free; kronecker_action acts without forming it",
                 shape(A), shape(B), bytes, bytes / 1e9);
  };
  if (bytes > surely_available_bytes && bytes > available_bytes())
    throw too_large();

  arma::Mat<Real> product;
  try {
    product.set_size(A.n_rows * B.n_rows, A.n_cols * B.n_cols);
  } catch (const std::bad_alloc&) {
    throw too_large();
  }
  for (arma::uword j = 0; j < A.n_cols; ++j)
    for (arma::uword i = 0; i < A.n_rows; ++i)
      product.submat(i * B.n_rows, j * B.n_cols, arma::size(B)) = A(i, j) * B;
  return product;
}

template <typename Real>
arma::Mat<Real> kronecker_action(const arma::Mat<Real>& A, const arma::Mat<Real>& B,
                                 const arma::Mat<Real>& M)
{
  require_action("kronecker_action", A, B, M);
  const arma::SizeMat a = arma::size(A), b = arma::size(B);
  if (columns_first_flops(a, b) <= rows_first_flops(a, b)) {
    const arma::Mat<Real> B_M = B * M;
    return B_M * A.t();
  }
  const arma::Mat<Real> M_At = M * A.t();
  return B * M_At;
}

template <typename Real>
arma::Col<Real> column_of_action(const arma::Mat<Real>& A, const arma::Mat<Real>& B,
                                 const arma::Mat<Real>& M, arma::uword j)
{
  require_action("column_of_action", A, B, M);
  if (j >= A.n_rows)
    throw Error("column_of_action: j must be below {} (A is {}, and B M A^T has a column for each "
                "of its rows), got {}",
                A.n_rows, shape(A), j);
  const arma::Col<Real> combination = M * A.row(j).t();
  return B * combination;
}

template <typename Real>
arma::Mat<Real> kronecker_rearrangement(const arma::Mat<Real>& M, arma::SizeMat A, arma::SizeMat B)
{
  require_product("kronecker_rearrangement", M, A, B);
  arma::Mat<Real> R(A.n_rows * A.n_cols, B.n_rows * B.n_cols);
  for (arma::uword j = 0; j < A.n_cols; ++j)
    for (arma::uword i = 0; i < A.n_rows; ++i) {
      const arma::Mat<Real> block = M.submat(i * B.n_rows, j * B.n_cols, B);
      R.row(i + A.n_rows * j) = vec(block).t();
    }
  return R;
}

template <typename Real>
KroneckerFactors<Real> nearest_kronecker(const arma::Mat<Real>& M, arma::SizeMat A, arma::SizeMat B)
{
  require_product("nearest_kronecker", M, A, B);
  if (!M.is_finite())
    throw Error("nearest_kronecker: the entries of M must be finite, got NaN or an infinity");
  arma::Mat<Real> U, V;
  arma::Col<Real> sigma;
  if (!arma::svd_econ(U, sigma, V, kronecker_rearrangement(M, A, B)))
    throw Error("nearest_kronecker: the singular values of the rearranged M, {}, did not converge",
                shape(M));
  arma::Col<Real> u = U.col(0);
  arma::Col<Real> v = V.col(0);
  if (u(arma::abs(u).index_max()) < 0) {
    u = -u;
    v = -v;
  }
  const Real scale = std::sqrt(sigma(0));
  return {unvec<Real>(scale * u, A.n_rows, A.n_cols), unvec<Real>(scale * v, B.n_rows, B.n_cols)};
}

template <typename Real>
double kronecker_bytes(arma::SizeMat A, arma::SizeMat B)
{
  return count(A) * count(B) * sizeof(Real);
}

double kronecker_product_flops(arma::SizeMat A, arma::SizeMat B)
{
  return 3 * count(A) * count(B);
}

double kronecker_action_flops(arma::SizeMat A, arma::SizeMat B)
{
  return std::min(columns_first_flops(A, B), rows_first_flops(A, B));
}

#define INSTANTIATE(Real)                                                                          \
  template arma::Col<Real> vec(const arma::Mat<Real>&);                                            \
  template arma::Col<Real> vec_rows(const arma::Mat<Real>&);                                       \
  template arma::Mat<Real> unvec(const arma::Col<Real>&, arma::uword, arma::uword);                \
  template arma::Mat<Real> unvec_rows(const arma::Col<Real>&, arma::uword, arma::uword);           \
  template arma::Mat<Real> kronecker(const arma::Mat<Real>&, const arma::Mat<Real>&);              \
  template arma::Mat<Real> kronecker_action(const arma::Mat<Real>&, const arma::Mat<Real>&,        \
                                            const arma::Mat<Real>&);                               \
  template arma::Col<Real> column_of_action(const arma::Mat<Real>&, const arma::Mat<Real>&,        \
                                            const arma::Mat<Real>&, arma::uword);                  \
  template arma::Mat<Real> kronecker_rearrangement(const arma::Mat<Real>&, arma::SizeMat,          \
                                                   arma::SizeMat);                                 \
  template KroneckerFactors<Real> nearest_kronecker(const arma::Mat<Real>&, arma::SizeMat,         \
                                                    arma::SizeMat);                                \
  template double kronecker_bytes<Real>(arma::SizeMat, arma::SizeMat);

INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

} // namespace epreuve::math
