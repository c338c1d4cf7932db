#include "exercises.hpp"

// [vectorized]
arma::vec exercise::vectorized(const arma::mat& M)
{
  arma::vec v(M.n_elem);
  for (arma::uword j = 0; j < M.n_cols; ++j)
    for (arma::uword i = 0; i < M.n_rows; ++i)
      v(i + M.n_rows * j) = M(i, j);
  return v;
}

// [unvectorized]
arma::mat exercise::unvectorized(const arma::vec& v, arma::uword n)
{
  arma::mat M(n, v.n_elem / n);
  for (arma::uword j = 0; j < M.n_cols; ++j)
    for (arma::uword i = 0; i < n; ++i)
      M(i, j) = v(i + n * j);
  return M;
}

// [shuffle]
arma::uvec exercise::shuffle(arma::uword n, arma::uword p)
{
  arma::uvec s(n * p);
  for (arma::uword i = 0; i < n; ++i)
    for (arma::uword j = 0; j < p; ++j)
      s(j + p * i) = i + n * j;
  return s;
}

// [kronecker]
arma::mat exercise::kronecker(const arma::mat& A, const arma::mat& B)
{
  arma::mat product(A.n_rows * B.n_rows, A.n_cols * B.n_cols);
  for (arma::uword i = 0; i < A.n_rows; ++i)
    for (arma::uword j = 0; j < A.n_cols; ++j)
      product.submat(i * B.n_rows, j * B.n_cols, arma::size(B)) = A(i, j) * B;
  return product;
}

// [product_entry]
double exercise::product_entry(const arma::mat& A, const arma::mat& B, arma::uword r, arma::uword c)
{
  return A(r / B.n_rows, c / B.n_cols) * B(r % B.n_rows, c % B.n_cols);
}

// [kronecker_times]
arma::vec exercise::kronecker_times(const arma::mat& A, const arma::mat& B, const arma::vec& x)
{
  const arma::mat M = unvectorized(x, B.n_cols);
  return vectorized(B * M * A.t());
}

// [mixed_product]
arma::mat exercise::mixed_product(const Factors& left, const Factors& right)
{
  return kronecker(left.A * right.A, left.B * right.B);
}

// [kronecker_solve]
arma::vec exercise::kronecker_solve(const arma::mat& A, const arma::mat& B, const arma::vec& y)
{
  // B M A^T = Y: first B N = Y, then N = M A^T, that is A M^T = N^T.
  const arma::mat N = arma::solve(B, unvectorized(y, B.n_rows));
  const arma::mat M = arma::solve(A, N.t()).t();
  return vectorized(M);
}
