// [trigram_probability] you count the pair a, x at the end of the text, which no word follows
double exercise::trigram_probability(const arma::uvec& text, arma::uword N, arma::uword a,
                                     arma::uword x, arma::uword u, double lambda)
{
  double c = 0, n = 0;
  for (arma::uword i = 0; i + 1 < text.n_elem; ++i)
    if (text(i) == a && text(i + 1) == x) {
      n += 1;
      if (i + 2 < text.n_elem && text(i + 2) == u)
        c += 1;
    }
  return (c + lambda) / (n + lambda * static_cast<double>(N));
}
