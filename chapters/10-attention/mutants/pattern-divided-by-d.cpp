// [pattern_by_rows] you divide by d; the formula divides by its square root
arma::mat exercise::pattern_by_rows(const arma::mat& Q, const arma::mat& K)
{
  arma::mat A = Q * K.t() / double(Q.n_cols);
  A.each_col() -= arma::max(A, 1);
  A = arma::exp(A);
  A.each_col() /= arma::sum(A, 1);
  return A;
}
