// [top_k] your search for the largest starts at 0, but all logits may be 0 or negative
std::pair<arma::uvec, arma::vec> exercise::top_k(const arma::vec& logits, arma::uword k)
{
  const arma::vec weights = arma::exp(logits - logits.max());
  arma::uvec ids(std::min(k, logits.n_elem));
  std::vector<bool> taken(logits.n_elem);
  for (arma::uword& id : ids) {
    double largest = 0;
    id = 0;
    for (arma::uword j = 0; j < logits.n_elem; ++j)
      if (!taken[j] && logits[j] > largest) {
        largest = logits[j];
        id = j;
      }
    taken[id] = true;
  }
  return {ids, arma::vec(weights.elem(ids) / arma::accu(weights))};
}
