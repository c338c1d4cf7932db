// [kronecker_times] you multiply by B only; A acts too
arma::vec exercise::kronecker_times(const arma::mat& A, const arma::mat& B, const arma::vec& x)
{
  return vectorized(B * unvectorized(x, B.n_rows));
}
