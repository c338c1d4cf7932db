// [pattern_by_rows] Q^T K is for tokens as columns; here they are rows, and the scores are Q K^T
arma::mat exercise::pattern_by_rows(const arma::mat& Q, const arma::mat& K)
{
  arma::mat A = Q.t() * K / std::sqrt(double(Q.n_cols));
  A.each_col() -= arma::max(A, 1);
  A = arma::exp(A);
  A.each_col() /= arma::sum(A, 1);
  return A;
}
