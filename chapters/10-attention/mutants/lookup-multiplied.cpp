// [soft_lookup] you multiply by T; the smaller T is, the larger the scores should be
arma::vec exercise::soft_lookup(const arma::vec& q, const arma::mat& K, const arma::mat& V,
                                double T)
{
  const arma::vec s = K.t() * q * T, weights = arma::exp(s - s.max());
  return V * weights / arma::accu(weights);
}
