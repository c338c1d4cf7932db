// [cached_step] the query is masked as if it were the first token's: it is the last one's, and sees all keys
exercise::Step exercise::cached_step(const exercise::Cache& cache, const arma::vec& q,
                                     const arma::vec& k, const arma::vec& v)
{
  const arma::mat K = arma::join_rows(cache.K, k), V = arma::join_rows(cache.V, v);
  return {{K, V}, V.col(0)};
}
