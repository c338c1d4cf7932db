// [causal_attention] your tokens hear the future and not the past: in Q^T K the rows are queries
arma::mat exercise::causal_attention(const arma::mat& Q, const arma::mat& K, const arma::mat& V)
{
  arma::mat A = masked_scores(K.t() * Q / std::sqrt(double(Q.n_rows))).t();
  A.each_col() -= arma::max(A, 1);
  A = arma::exp(A);
  A.each_col() /= arma::sum(A, 1);
  return V * A.t();
}
