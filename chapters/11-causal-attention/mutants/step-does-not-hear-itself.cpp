// [cached_step] the new token asks only those before it; it hears itself too
exercise::Step exercise::cached_step(const exercise::Cache& cache, const arma::vec& q,
                                     const arma::vec& k, const arma::vec& v)
{
  const arma::mat K = arma::join_rows(cache.K, k), V = arma::join_rows(cache.V, v);
  if (cache.K.n_cols == 0)
    return {{K, V}, arma::zeros(v.n_elem)};
  return {{K, V}, causal_attention(q, cache.K, cache.V)};
}
