// [minimum_norm_solution] your x solves A x = y, but it is not the shortest: you use the first n unknowns and set the others to 0
arma::vec exercise::minimum_norm_solution(const arma::mat& A, const arma::vec& y)
{
  const arma::uword n = A.n_rows;
  arma::vec x = arma::zeros(A.n_cols);
  const arma::vec found = arma::inv(A.cols(0, n - 1)) * y;
  for (arma::uword i = 0; i < n; ++i)
    x[i] = found[i];
  return x;
}
