// [cached_step] the new token asks only those before it; it hears itself too, and the first one has nobody else
exercise::Step exercise::cached_step(const exercise::Cache& cache, const arma::vec& q,
                                     const arma::vec& k, const arma::vec& v)
{
  const arma::mat K = arma::join_rows(cache.K, k), V = arma::join_rows(cache.V, v);
  return {{K, V}, causal_attention(q, cache.K, cache.V)};
}
