// [residual_norm] you divide by the number of equations before you take the root: that gives a root mean square, not a length
double exercise::residual_norm(const arma::mat& A, const arma::vec& x, const arma::vec& y)
{
  return std::sqrt(arma::mean(arma::square(A * x - y)));
}
