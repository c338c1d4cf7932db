// [top_k] your probabilities are the softmax of the k logits alone; take that of all N
std::pair<arma::uvec, arma::vec> exercise::top_k(const arma::vec& logits, arma::uword k)
{
  arma::uvec ids = arma::stable_sort_index(logits, "descend");
  ids = ids.head(std::min(k, logits.n_elem)).eval();
  arma::vec p = arma::exp(logits.elem(ids) - logits.max());
  p /= arma::sum(p);
  return {ids, p};
}
