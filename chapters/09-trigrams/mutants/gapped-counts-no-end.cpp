// [gapped_counts] you let a context reach over the end of its sentence
arma::mat exercise::gapped_counts(const arma::uvec& text, arma::uword N, arma::uword a,
                                  arma::uword end)
{
  arma::mat G(N, N, arma::fill::zeros);
  bool before = false;
  for (arma::uword i = 0; i + 1 < text.n_elem; ++i) {
    if (text(i) == end) {
      continue;
    }
    if (before)
      G(text(i), text(i + 1)) += 1;
    if (text(i) == a)
      before = true;
  }
  return G;
}
