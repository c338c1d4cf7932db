// [gapped_counts] you leave out the word that ends the sentence; it is a next word like others
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
    if (before && text(i + 1) != end)
      G(text(i), text(i + 1)) += 1;
    if (text(i) == a)
      before = true;
  }
  return G;
}
