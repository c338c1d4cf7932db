// [pattern_by_rows] the exponential of a score of thousands is infinite; subtract each row's largest score first
arma::mat exercise::pattern_by_rows(const arma::mat& Q, const arma::mat& K)
{
  arma::mat A = arma::exp(Q * K.t() / std::sqrt(double(Q.n_cols)));
  A.each_col() /= arma::sum(A, 1);
  return A;
}
