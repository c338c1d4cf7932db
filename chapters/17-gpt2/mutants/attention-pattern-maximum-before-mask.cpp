// [attention_pattern] you take the maximum of a row before the mask: if a masked score is far larger, all that is left is e^{-thousands}, which is 0
arma::mat exercise::attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  arma::mat A = Q.t() * K / std::sqrt(static_cast<double>(Q.n_rows));
  A.each_col() -= arma::max(A, 1);
  A = arma::trimatl(arma::exp(A));
  A.each_col() /= arma::sum(A, 1);
  return A;
}
