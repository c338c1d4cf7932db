// [kronecker] your blocks are square, as if B had as many rows as columns; each has the shape of B
arma::mat exercise::kronecker(const arma::mat& A, const arma::mat& B)
{
  const arma::uword n = B.n_cols;
  arma::mat C(A.n_rows * n, A.n_cols * n);
  for (arma::uword i = 0; i < A.n_rows; ++i)
    for (arma::uword j = 0; j < A.n_cols; ++j)
      for (arma::uword k = 0; k < n; ++k)
        for (arma::uword l = 0; l < n; ++l)
          C(i * n + k, j * n + l) = A(i, j) * B(k, l);
  return C;
}
