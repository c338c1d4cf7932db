// [kronecker_solve] you multiply y by A (x) B; asked is the x that A (x) B makes y of
arma::vec exercise::kronecker_solve(const arma::mat& A, const arma::mat& B, const arma::vec& y)
{
  return kronecker_times(A, B, y);
}
