// [causal_attention] you divide by the root of the values' dimension; d is that of queries and keys
arma::mat exercise::causal_attention(const arma::mat& Q, const arma::mat& K, const arma::mat& V)
{
  arma::mat A = masked_scores(Q.t() * K / std::sqrt(double(V.n_rows)));
  A.each_col() -= arma::max(A, 1);
  A = arma::exp(A);
  A.each_col() /= arma::sum(A, 1);
  return V * A.t();
}
