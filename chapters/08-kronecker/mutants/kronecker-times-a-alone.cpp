// [kronecker_times] you multiply by A only; B acts too
arma::vec exercise::kronecker_times(const arma::mat& A, const arma::mat& B, const arma::vec& x)
{
  return vectorized(unvectorized(x, B.n_rows) * A.t());
}
