// [kronecker_solve] you cut y into the rows of a matrix; vec stacks its columns
arma::vec exercise::kronecker_solve(const arma::mat& A, const arma::mat& B, const arma::vec& y)
{
  const arma::mat Y = unvectorized(y, A.n_rows).t();
  return vectorized(arma::solve(A, arma::solve(B, Y).t()).t());
}
