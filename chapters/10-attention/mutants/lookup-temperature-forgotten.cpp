// [soft_lookup] the temperature is forgotten
arma::vec exercise::soft_lookup(const arma::vec& q, const arma::mat& K, const arma::mat& V,
                                double T)
{
  const arma::vec s = K.t() * q, weights = arma::exp(s - s.max());
  return V * weights / arma::accu(weights);
}
