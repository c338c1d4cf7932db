// [residual_norm] you add y; subtract it, A x - y
double exercise::residual_norm(const arma::mat& A, const arma::vec& x, const arma::vec& y)
{
  return arma::norm(A * x + y);
}
