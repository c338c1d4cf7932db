// [attention_pattern] the mask is missing: a token may not look at those after it
arma::mat exercise::attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  arma::mat A = Q.t() * K / std::sqrt(Q.n_rows);
  A.each_col() -= arma::max(A, 1);
  A = arma::exp(A);
  A.each_col() /= arma::sum(A, 1);
  return A;
}
