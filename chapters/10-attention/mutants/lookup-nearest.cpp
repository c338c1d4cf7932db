// [soft_lookup] you weigh by the distance of key and query; the formula weighs by their inner product
arma::vec exercise::soft_lookup(const arma::vec& q, const arma::mat& K, const arma::mat& V,
                                double T)
{
  arma::vec s(K.n_cols);
  for (arma::uword j = 0; j < K.n_cols; ++j)
    s(j) = -arma::accu(arma::square(K.col(j) - q)) / (2 * T);
  const arma::vec weights = arma::exp(s - s.max());
  return V * weights / arma::accu(weights);
}
