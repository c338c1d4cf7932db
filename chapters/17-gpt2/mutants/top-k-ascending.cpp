// [top_k] you return the least probable tokens; sort in descending order
std::pair<arma::uvec, arma::vec> exercise::top_k(const arma::vec& logits, arma::uword k)
{
  arma::vec p = arma::exp(logits - logits.max());
  p /= arma::sum(p);
  const arma::uvec order = arma::stable_sort_index(logits);
  const arma::uvec ids = order.head(std::min(k, logits.n_elem));
  return {ids, p.elem(ids)};
}
