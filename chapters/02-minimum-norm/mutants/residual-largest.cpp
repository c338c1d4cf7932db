// [residual_norm] you return the largest magnitude of the entries; the length counts all of them
double exercise::residual_norm(const arma::mat& A, const arma::vec& x, const arma::vec& y)
{
  return arma::norm(A * x - y, "inf");
}
