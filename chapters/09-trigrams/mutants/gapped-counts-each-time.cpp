// [gapped_counts] you count a place once for each a before it; it counts once
arma::mat exercise::gapped_counts(const arma::uvec& text, arma::uword N, arma::uword a,
                                  arma::uword end)
{
  arma::mat G(N, N, arma::fill::zeros);
  double before = 0;
  for (arma::uword i = 0; i + 1 < text.n_elem; ++i) {
    if (text(i) == end) {
      before = 0;
      continue;
    }
    G(text(i), text(i + 1)) += before;
    if (text(i) == a)
      before += 1;
  }
  return G;
}
