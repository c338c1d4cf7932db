// [pattern_by_rows] your columns sum to 1; every query, a row, is to share out its attention
arma::mat exercise::pattern_by_rows(const arma::mat& Q, const arma::mat& K)
{
  arma::mat A = Q * K.t() / std::sqrt(double(Q.n_cols));
  A.each_row() -= arma::max(A, 0);
  A = arma::exp(A);
  A.each_row() /= arma::sum(A, 0);
  return A;
}
