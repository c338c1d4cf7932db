// [kronecker_solve] you solve (B (x) A) x = y: the factors are exchanged, or y is cut into rows, where vec stacks columns
arma::vec exercise::kronecker_solve(const arma::mat& A, const arma::mat& B, const arma::vec& y)
{
  const arma::mat N = arma::solve(A, unvectorized(y, A.n_rows));
  return vectorized(arma::solve(B, N.t()).t());
}
