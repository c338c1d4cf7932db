// [kronecker_solve] you solve with A from the left and B from the right; in B M A^T = Y they are the other way round
arma::vec exercise::kronecker_solve(const arma::mat& A, const arma::mat& B, const arma::vec& y)
{
  const arma::mat N = arma::solve(A, unvectorized(y, B.n_rows));
  return vectorized(arma::solve(B, N.t()).t());
}
