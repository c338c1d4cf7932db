// [bigram_loss] your sign is wrong: a loss is positive, and logarithms of probabilities are not
double exercise::bigram_loss(const arma::mat& Z, const arma::mat& J)
{
  arma::mat L = Z.each_row() - arma::max(Z, 0);
  L.each_row() -= arma::log(arma::sum(arma::exp(L), 0)).eval();
  return arma::accu(J % L);
}
