// [bigram_loss] your logarithm is to base 2; nats need the natural one
double exercise::bigram_loss(const arma::mat& Z, const arma::mat& J)
{
  arma::mat L = Z.each_row() - arma::max(Z, 0);
  L.each_row() -= arma::log(arma::sum(arma::exp(L), 0)).eval();
  return -arma::accu(J % L) / std::log(2.0);
}
