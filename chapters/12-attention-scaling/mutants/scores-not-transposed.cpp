// [attention_scores] Q K without a transpose: the rows of the left factor are to be queries, and those are columns of Q
arma::mat exercise::attention_scores(const arma::mat& Q, const arma::mat& K)
{
  return Q * K;
}
