// [top_k] you sort the probabilities: far below the largest logit they are all 0 and their order is lost; sort the logits
std::pair<arma::uvec, arma::vec> exercise::top_k(const arma::vec& logits, arma::uword k)
{
  const arma::vec weights = arma::exp(logits - logits.max());
  const arma::vec p = weights / arma::accu(weights);
  const arma::uvec order = arma::stable_sort_index(p, "descend");
  const arma::uvec ids = order.head(std::min(k, logits.n_elem));
  return {ids, p.elem(ids)};
}
