// [kronecker_solve] you form the whole product, 1.7 GB for two matrices of 120 x 120, and solve with it; solve with B and with A, one after the other
arma::vec exercise::kronecker_solve(const arma::mat& A, const arma::mat& B, const arma::vec& y)
{
  return arma::solve(kronecker(A, B), y);
}
