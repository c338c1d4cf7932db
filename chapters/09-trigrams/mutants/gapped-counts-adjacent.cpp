// [gapped_counts] you count without a gap: a may stand anywhere before x, not only next to it
arma::mat exercise::gapped_counts(const arma::uvec& text, arma::uword N, arma::uword a,
                                  arma::uword end)
{
  arma::mat G(N, N, arma::fill::zeros);
  for (arma::uword i = 0; i + 2 < text.n_elem; ++i)
    if (text(i) == a && text(i + 1) != end)
      G(text(i + 1), text(i + 2)) += 1;
  return G;
}
