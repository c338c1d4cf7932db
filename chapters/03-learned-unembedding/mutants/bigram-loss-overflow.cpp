// [bigram_loss] your exponentials overflow for large logits; take the largest logit of a column out first
double exercise::bigram_loss(const arma::mat& Z, const arma::mat& J)
{
  arma::mat Q = arma::exp(Z);
  Q.each_row() /= arma::sum(Q, 0);
  return -arma::accu(J % arma::log(Q));
}
