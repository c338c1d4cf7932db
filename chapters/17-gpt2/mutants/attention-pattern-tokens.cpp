// [attention_pattern] you divide by the root of the number of tokens; d is the length of a query, the number of rows of Q
arma::mat exercise::attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  arma::mat A = causal_mask(Q.t() * K / std::sqrt(Q.n_cols));
  A.each_col() -= arma::max(A, 1);
  A = arma::exp(A);
  A.each_col() /= arma::sum(A, 1);
  return A;
}
