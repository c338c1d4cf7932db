// [kronecker_times] you transpose B; in B M A^T the transpose is on A
arma::vec exercise::kronecker_times(const arma::mat& A, const arma::mat& B, const arma::vec& x)
{
  return vectorized(B.t() * unvectorized(x, B.n_rows) * A);
}
