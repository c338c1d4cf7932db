// [residual_norm] you sum the entries themselves, where those of opposite signs cancel; the length has their squares, and a root
double exercise::residual_norm(const arma::mat& A, const arma::vec& x, const arma::vec& y)
{
  return std::abs(arma::accu(A * x - y));
}
