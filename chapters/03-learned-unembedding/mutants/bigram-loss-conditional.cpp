// [bigram_loss] you give all contexts the same weight; J already says how often each occurs
double exercise::bigram_loss(const arma::mat& Z, const arma::mat& J)
{
  arma::mat L = Z.each_row() - arma::max(Z, 0);
  L.each_row() -= arma::log(arma::sum(arma::exp(L), 0)).eval();
  const arma::mat P = J.each_row() / arma::sum(J, 0);
  return -arma::accu(P % L) / double(J.n_cols);
}
