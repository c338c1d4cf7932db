// [residual_norm] you collect the sum in a whole number, which drops everything after the decimal point; sum in a double
double exercise::residual_norm(const arma::mat& A, const arma::vec& x, const arma::vec& y)
{
  int squares = 0;
  for (double difference : arma::vec(A * x - y))
    squares += difference * difference;
  return std::sqrt(squares);
}
