// [kronecker_solve] you stack the rows of the solution in the end; vec stacks its columns
arma::vec exercise::kronecker_solve(const arma::mat& A, const arma::mat& B, const arma::vec& y)
{
  const arma::mat N = arma::solve(B, unvectorized(y, B.n_rows));
  return vectorized(arma::solve(A, N.t()));
}
