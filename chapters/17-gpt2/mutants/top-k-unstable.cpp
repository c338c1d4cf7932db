// [top_k] your sort loses the order of equal logits; arma::stable_sort_index keeps it
std::pair<arma::uvec, arma::vec> exercise::top_k(const arma::vec& logits, arma::uword k)
{
  arma::vec p = arma::exp(logits - logits.max());
  p /= arma::accu(p);
  const arma::uvec order = arma::sort_index(logits, "descend");
  const arma::uvec ids = order.head(std::min(k, order.n_elem));
  return {ids, p.elem(ids)};
}
