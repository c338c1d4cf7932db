// [sentence_scores] you divide by sqrt(r); here the scores are wanted as they are
arma::mat exercise::sentence_scores(const arma::mat& W_Q, const arma::mat& W_K, const arma::mat& x)
{
  return (W_Q * x).t() * (W_K * x) / std::sqrt(double(W_Q.n_rows));
}
