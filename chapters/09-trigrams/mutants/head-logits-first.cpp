// [head_logits] you take the first word of the prefix for the last
arma::vec exercise::head_logits(const arma::mat& alpha, const arma::mat& m,
                                const arma::uvec& prefix)
{
  const arma::uword x = prefix(0);
  arma::vec sum(m.n_cols, arma::fill::zeros);
  double total = 0;
  for (arma::uword j = 0; j < prefix.n_elem; ++j) {
    const arma::uword s = prefix(j);
    for (arma::uword u = 0; u < m.n_cols; ++u)
      sum(u) += alpha(x, s) * m(s, u);
    total += alpha(x, s);
  }
  return sum / total;
}
