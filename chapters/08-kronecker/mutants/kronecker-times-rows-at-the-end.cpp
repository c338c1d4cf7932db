// [kronecker_times] you stack the rows of B M A^T in the end; vec stacks its columns
arma::vec exercise::kronecker_times(const arma::mat& A, const arma::mat& B, const arma::vec& x)
{
  const arma::mat M = unvectorized(x, B.n_rows);
  return vectorized(A * (B * M).t());
}
