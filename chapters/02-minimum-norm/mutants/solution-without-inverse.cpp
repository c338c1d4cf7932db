// [minimum_norm_solution] (A A^T)^{-1} is missing: your x is A^T y
arma::vec exercise::minimum_norm_solution(const arma::mat& A, const arma::vec& y)
{
  arma::vec x(A.n_cols, arma::fill::zeros);
  for (arma::uword i = 0; i < A.n_rows; i++)
    for (arma::uword j = 0; j < A.n_cols; j++)
      x(j) += A(i, j) * y(i);
  return x;
}
