// [scaled_scores] you divide by the square root of the number of keys; d is the length of a column
arma::mat exercise::scaled_scores(const arma::mat& Q, const arma::mat& K)
{
  const arma::mat S = attention_scores(Q, K);
  return S / std::sqrt(S.n_cols);
}
