// [top_k] you return the logits of these tokens; return their probabilities
std::pair<arma::uvec, arma::vec> exercise::top_k(const arma::vec& logits, arma::uword k)
{
  const arma::uvec order = arma::stable_sort_index(logits, "descend");
  const arma::uvec ids = order.head(std::min(k, order.n_elem));
  return {ids, logits.elem(ids)};
}
