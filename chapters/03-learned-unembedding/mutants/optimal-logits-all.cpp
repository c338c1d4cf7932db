// [optimal_logits] you take off the mean of all entries; each column is to have the mean 0
arma::mat exercise::optimal_logits(const arma::mat& J)
{
  const arma::mat L = arma::log(J);
  return L - arma::accu(L) / double(L.n_elem);
}
