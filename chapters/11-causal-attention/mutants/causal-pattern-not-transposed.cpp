// [causal_attention] V A mixes the values by the columns of A; a query's weights are a row, so it is V A^T
arma::mat exercise::causal_attention(const arma::mat& Q, const arma::mat& K, const arma::mat& V)
{
  arma::mat A = masked_scores(Q.t() * K / std::sqrt(double(Q.n_rows)));
  A.each_col() -= arma::max(A, 1);
  A = arma::exp(A);
  A.each_col() /= arma::sum(A, 1);
  return V * A;
}
