// [top_k] overflow: subtract the maximum before taking exponentials
std::pair<arma::uvec, arma::vec> exercise::top_k(const arma::vec& logits, arma::uword k)
{
  const arma::uvec order = arma::stable_sort_index(logits, "descend");
  double sum = 0;
  for (const double logit : logits)
    sum += std::exp(logit);
  arma::uvec ids(std::min(k, logits.n_elem));
  arma::vec p(ids.n_elem);
  for (arma::uword i = 0; i < ids.n_elem; ++i) {
    ids(i) = order(i);
    p(i) = std::exp(logits(ids(i))) / sum;
  }
  return {ids, p};
}
