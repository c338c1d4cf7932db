// [scaled_scores] you divide by the square root of the number of queries; d is the length of a column
arma::mat exercise::scaled_scores(const arma::mat& Q, const arma::mat& K)
{
  const arma::uword d = Q.n_cols;
  return attention_scores(Q, K) / std::sqrt(d);
}
