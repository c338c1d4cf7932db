// [top_k] there may be fewer than k tokens; take those that there are
std::pair<arma::uvec, arma::vec> exercise::top_k(const arma::vec& logits, arma::uword k)
{
  arma::vec p = arma::exp(logits - logits.max());
  p /= arma::sum(p);
  const arma::uvec order = arma::stable_sort_index(logits, "descend");
  const arma::uvec ids = order.head(k);
  return {ids, p.elem(ids)};
}
