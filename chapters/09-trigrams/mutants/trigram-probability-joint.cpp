// [trigram_probability] you divide by the number of all triples; it is that of those that begin with a, x
double exercise::trigram_probability(const arma::uvec& text, arma::uword N, arma::uword a,
                                     arma::uword x, arma::uword u, double lambda)
{
  double c = 0, n = 0;
  for (arma::uword i = 0; i + 2 < text.n_elem; ++i)
    if (text(i) == a && text(i + 1) == x) {
      if (text(i + 2) == u)
        c += 1;
    }
  n = text.n_elem > 2 ? static_cast<double>(text.n_elem - 2) : 0;
  return (c + lambda) / (n + lambda * static_cast<double>(N));
}
