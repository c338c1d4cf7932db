// [head_logits] you weigh all words alike and forget alpha
arma::vec exercise::head_logits(const arma::mat& alpha, const arma::mat& m,
                                const arma::uvec& prefix)
{
  const arma::uword x = prefix(prefix.n_elem - 1);
  arma::vec sum(m.n_cols, arma::fill::zeros);
  double total = 0;
  for (arma::uword j = 0; j < prefix.n_elem; ++j) {
    const arma::uword s = prefix(j);
    for (arma::uword u = 0; u < m.n_cols; ++u)
      sum(u) += m(s, u);
    total += 1;
  }
  return sum / total;
}
