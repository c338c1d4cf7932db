// [sentence_scores] Q K without a transpose: the rows of the left factor are to be queries, and those are columns of Q
arma::mat exercise::sentence_scores(const arma::mat& W_Q, const arma::mat& W_K, const arma::mat& x)
{
  return (W_Q * x) * (W_K * x);
}
