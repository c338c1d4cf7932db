// [sentence_scores] you compare queries with queries; the keys are W_K x
arma::mat exercise::sentence_scores(const arma::mat& W_Q, const arma::mat& W_K, const arma::mat& x)
{
  const arma::mat Q = W_Q * x;
  return Q.t() * Q;
}
