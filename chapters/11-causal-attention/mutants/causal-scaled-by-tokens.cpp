// [causal_attention] you divide by the root of the number of queries; d is their dimension, the number of rows of Q
arma::mat exercise::causal_attention(const arma::mat& Q, const arma::mat& K, const arma::mat& V)
{
  arma::mat A = masked_scores(Q.t() * K / std::sqrt(double(Q.n_cols)));
  A.each_col() -= arma::max(A, 1);
  A = arma::exp(A);
  A.each_col() /= arma::sum(A, 1);
  return V * A.t();
}
