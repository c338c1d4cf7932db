// [kronecker_solve] you solve with A only; B has to be undone too
arma::vec exercise::kronecker_solve(const arma::mat& A, const arma::mat& B, const arma::vec& y)
{
  return vectorized(arma::solve(A, unvectorized(y, B.n_rows).t()).t());
}
