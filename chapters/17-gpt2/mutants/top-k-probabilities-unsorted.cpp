// [top_k] your probabilities are those of the first ids of the vocabulary; each belongs to the id next to it
std::pair<arma::uvec, arma::vec> exercise::top_k(const arma::vec& logits, arma::uword k)
{
  const arma::vec weights = arma::exp(logits - logits.max());
  const arma::vec p = weights / arma::accu(weights);
  const arma::uvec order = arma::stable_sort_index(logits, "descend");
  const arma::uword n = std::min(k, logits.n_elem);
  return {order.head(n), p.head(n)};
}
