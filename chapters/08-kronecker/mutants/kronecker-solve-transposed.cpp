// [kronecker_solve] you solve with B^T and with A^T in place of A; in B M A^T the transpose is on A alone
arma::vec exercise::kronecker_solve(const arma::mat& A, const arma::mat& B, const arma::vec& y)
{
  const arma::mat N = arma::solve(B.t(), unvectorized(y, B.n_rows));
  return vectorized(N * arma::inv(A));
}
