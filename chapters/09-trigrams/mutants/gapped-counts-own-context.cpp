// [gapped_counts] you let a word be its own context; a stands before x
arma::mat exercise::gapped_counts(const arma::uvec& text, arma::uword N, arma::uword a,
                                  arma::uword end)
{
  arma::mat G(N, N, arma::fill::zeros);
  bool before = false;
  for (arma::uword i = 0; i + 1 < text.n_elem; ++i) {
    if (text(i) == end) {
      before = false;
      continue;
    }
    if (text(i) == a)
      before = true;
    if (before)
      G(text(i), text(i + 1)) += 1;
  }
  return G;
}
