// [gapped_counts] you give the end of a sentence a row: nothing of the sentence stands before what comes next
arma::mat exercise::gapped_counts(const arma::uvec& text, arma::uword N, arma::uword a,
                                  arma::uword end)
{
  arma::mat G(N, N, arma::fill::zeros);
  bool before = false;
  for (arma::uword i = 0; i + 1 < text.n_elem; ++i) {
    if (before)
      G(text(i), text(i + 1)) += 1;
    if (text(i) == a)
      before = true;
    if (text(i) == end)
      before = false;
  }
  return G;
}
