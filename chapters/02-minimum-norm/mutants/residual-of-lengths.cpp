// [residual_norm] you return the difference of two lengths, |A x| and |y|; subtract the vectors first
double exercise::residual_norm(const arma::mat& A, const arma::vec& x, const arma::vec& y)
{
  const arma::vec Ax = A * x;
  return std::fabs(std::sqrt(arma::dot(Ax, Ax)) - std::sqrt(arma::dot(y, y)));
}
