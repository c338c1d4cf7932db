// [pattern_by_rows] you divide by the root of the number of queries; where tokens are rows, d is the number of columns
arma::mat exercise::pattern_by_rows(const arma::mat& Q, const arma::mat& K)
{
  arma::mat A = Q * K.t() / std::sqrt(double(Q.n_rows));
  A.each_col() -= arma::max(A, 1);
  A = arma::exp(A);
  A.each_col() /= arma::sum(A, 1);
  return A;
}
