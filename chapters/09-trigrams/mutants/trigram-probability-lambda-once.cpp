// [trigram_probability] you add lambda once below the line; it was added to N counts, so N times
double exercise::trigram_probability(const arma::uvec& text, arma::uword N, arma::uword a,
                                     arma::uword x, arma::uword u, double lambda)
{
  double c = 0, n = 0;
  for (arma::uword i = 0; i + 2 < text.n_elem; ++i)
    if (text(i) == a && text(i + 1) == x) {
      n += 1;
      if (text(i + 2) == u)
        c += 1;
    }
  return (c + lambda) / (n + lambda);
}
