// [soft_lookup] your weights do not sum to 1: divide by their sum
arma::vec exercise::soft_lookup(const arma::vec& q, const arma::mat& K, const arma::mat& V,
                                double T)
{
  const arma::vec s = K.t() * q / T;
  return V * arma::exp(s - s.max());
}
