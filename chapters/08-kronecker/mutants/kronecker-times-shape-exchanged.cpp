// [kronecker_times] your M is p x n; it has n rows, as many as B has columns
arma::vec exercise::kronecker_times(const arma::mat& A, const arma::mat& B, const arma::vec& x)
{
  return vectorized(B * unvectorized(x, A.n_rows) * A.t());
}
