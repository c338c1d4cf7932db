// [scaled_scores] you take the square root of the scores; take that of d, and divide the scores by it
arma::mat exercise::scaled_scores(const arma::mat& Q, const arma::mat& K)
{
  return arma::sqrt(Q.t() * K);
}
