// [residual_norm] your sums run over n unknowns, the number of equations; there are N
double exercise::residual_norm(const arma::mat& A, const arma::vec& x, const arma::vec& y)
{
  double squares = 0;
  for (arma::uword i = 0; i < A.n_rows; i++) {
    double difference = -y(i);
    for (arma::uword j = 0; j < A.n_rows; j++)
      difference += A(i, j) * x(j);
    squares += difference * difference;
  }
  return std::sqrt(squares);
}
