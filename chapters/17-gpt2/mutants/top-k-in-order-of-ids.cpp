// [top_k] your tokens are in the order of their ids; the most probable comes first
std::pair<arma::uvec, arma::vec> exercise::top_k(const arma::vec& logits, arma::uword k)
{
  const arma::vec weights = arma::exp(logits - logits.max());
  const arma::uvec order = arma::stable_sort_index(logits, "descend");
  const arma::uvec ids = arma::sort(order.head(std::min(k, logits.n_elem)).eval());
  return {ids, arma::vec(weights.elem(ids) / arma::accu(weights))};
}
