// [kronecker_times] you cut x into the rows of M; vec stacked its columns
arma::vec exercise::kronecker_times(const arma::mat& A, const arma::mat& B, const arma::vec& x)
{
  arma::mat M(B.n_cols, A.n_cols);
  for (arma::uword i = 0; i < M.n_rows; ++i)
    for (arma::uword j = 0; j < M.n_cols; ++j)
      M(i, j) = x(i * M.n_cols + j);
  return vectorized(B * M * A.t());
}
