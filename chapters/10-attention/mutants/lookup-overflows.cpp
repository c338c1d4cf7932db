// [soft_lookup] at small T the exponential is infinite, and infinity over infinity is not a number; subtract the largest score first
arma::vec exercise::soft_lookup(const arma::vec& q, const arma::mat& K, const arma::mat& V,
                                double T)
{
  const arma::vec weights = arma::exp(K.t() * q / T);
  return V * weights / arma::accu(weights);
}
