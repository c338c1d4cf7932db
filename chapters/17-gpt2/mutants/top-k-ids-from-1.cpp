// [top_k] your ids count from 1; the first token is number 0
std::pair<arma::uvec, arma::vec> exercise::top_k(const arma::vec& logits, arma::uword k)
{
  arma::vec p = arma::exp(logits - logits.max());
  p /= arma::sum(p);
  std::vector<arma::uword> ids(logits.n_elem);
  std::iota(ids.begin(), ids.end(), 1);
  std::stable_sort(ids.begin(), ids.end(),
                   [&](arma::uword a, arma::uword b) { return logits(a - 1) > logits(b - 1); });
  ids.resize(std::min<std::size_t>(k, ids.size()));
  const arma::uvec chosen(ids);
  return {chosen, p.elem(chosen - 1)};
}
