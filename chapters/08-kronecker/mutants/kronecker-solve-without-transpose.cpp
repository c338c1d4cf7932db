// [kronecker_solve] you solve B M A = Y; the formula has A^T
arma::vec exercise::kronecker_solve(const arma::mat& A, const arma::mat& B, const arma::vec& y)
{
  const arma::mat Y = unvectorized(y, B.n_rows);
  return vectorized(arma::inv(B) * Y * arma::inv(A));
}
