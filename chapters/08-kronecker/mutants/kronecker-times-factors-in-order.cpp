// [kronecker_times] your product is A M B^T, with A on the left; B acts on the columns of M, from the left
arma::vec exercise::kronecker_times(const arma::mat& A, const arma::mat& B, const arma::vec& x)
{
  return vectorized(A * unvectorized(x, B.n_rows) * B.t());
}
