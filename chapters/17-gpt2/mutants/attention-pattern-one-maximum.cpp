// [attention_pattern] you subtract the largest score of the whole matrix; each row has its own, and a row far below it becomes 0 / 0
arma::mat exercise::attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  arma::mat A = causal_mask(Q.t() * K / std::sqrt(static_cast<double>(Q.n_rows)));
  A = arma::exp(A - A.max());
  A.each_col() /= arma::sum(A, 1);
  return A;
}
