// [scaled_scores] your result is the transpose: rows are to be queries, columns keys
arma::mat exercise::scaled_scores(const arma::mat& Q, const arma::mat& K)
{
  return attention_scores(K, Q) / std::sqrt(Q.n_rows);
}
