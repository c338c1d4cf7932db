// [scaled_scores] you multiply by sqrt(d); the formula divides by it
arma::mat exercise::scaled_scores(const arma::mat& Q, const arma::mat& K)
{
  return std::sqrt(Q.n_rows) * attention_scores(Q, K);
}
