// [residual_norm] you sum the magnitudes of the entries; the length has their squares, and a root
double exercise::residual_norm(const arma::mat& A, const arma::vec& x, const arma::vec& y)
{
  double sum = 0;
  for (arma::uword i = 0; i < A.n_rows; ++i) {
    double r = -y(i);
    for (arma::uword j = 0; j < A.n_cols; ++j)
      r += A(i, j) * x(j);
    sum += std::abs(r);
  }
  return sum;
}
