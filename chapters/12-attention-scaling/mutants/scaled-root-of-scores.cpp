// [scaled_scores] you take the square root of the scores; it is d whose root is taken, and the scores are divided by it
arma::mat exercise::scaled_scores(const arma::mat& Q, const arma::mat& K)
{
  return arma::sqrt(Q.t() * K);
}
