// [residual_norm] your indices run from 1 on, as in the formula; Armadillo's begin with 0
double exercise::residual_norm(const arma::mat& A, const arma::vec& x, const arma::vec& y)
{
  double sum = 0;
  for (arma::uword i = 1; i <= A.n_rows; i++) { // as in the formula
    double r = 0;
    for (arma::uword j = 1; j <= A.n_cols; j++)
      r += A(i, j) * x(j);
    sum += (r - y(i)) * (r - y(i));
  }
  return std::sqrt(sum);
}
