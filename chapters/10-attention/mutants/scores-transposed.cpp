// [sentence_scores] your result is K^T Q, the transpose: rows are to be queries
arma::mat exercise::sentence_scores(const arma::mat& W_Q, const arma::mat& W_K, const arma::mat& x)
{
  return (W_K * x).t() * (W_Q * x);
}
