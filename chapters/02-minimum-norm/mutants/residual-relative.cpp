// [residual_norm] you divide by the length of y; the exercise asks for the length of A x - y itself
double exercise::residual_norm(const arma::mat& A, const arma::vec& x, const arma::vec& y)
{
  return arma::norm(A * x - y) / arma::norm(y);
}
