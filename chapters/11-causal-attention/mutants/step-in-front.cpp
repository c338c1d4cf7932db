// [cached_step] you put the new token in front of the others; in the cache the oldest is first
exercise::Step exercise::cached_step(const exercise::Cache& cache, const arma::vec& q,
                                     const arma::vec& k, const arma::vec& v)
{
  const arma::mat K = arma::join_rows(k, cache.K), V = arma::join_rows(v, cache.V);
  return {{K, V}, causal_attention(q, K, V)};
}
