// [residual_norm] you return the square of the length; its square root is missing
double exercise::residual_norm(const arma::mat& A, const arma::vec& x, const arma::vec& y)
{
  const arma::vec residual = A * x - y;
  double sum = 0;
  for (double r : residual)
    sum += r * r;
  return sum;
}
