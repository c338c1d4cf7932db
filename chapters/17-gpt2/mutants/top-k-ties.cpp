// [top_k] of equal logits you put the higher id first; the lower one comes first
std::pair<arma::uvec, arma::vec> exercise::top_k(const arma::vec& logits, arma::uword k)
{
  arma::vec p = arma::exp(logits - logits.max());
  p /= arma::sum(p);
  const arma::uvec order = arma::reverse(arma::stable_sort_index(logits));
  const arma::uvec ids = order.head(std::min(k, logits.n_elem));
  return {ids, p.elem(ids)};
}
