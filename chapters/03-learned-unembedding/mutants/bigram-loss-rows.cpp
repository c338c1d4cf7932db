// [bigram_loss] your softmax goes along the rows; the logits after a token are a column
double exercise::bigram_loss(const arma::mat& Z, const arma::mat& J)
{
  arma::mat L = Z.each_col() - arma::max(Z, 1);
  L.each_col() -= arma::log(arma::sum(arma::exp(L), 1)).eval();
  return -arma::accu(J % L);
}
