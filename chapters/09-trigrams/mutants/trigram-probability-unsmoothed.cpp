// [trigram_probability] you do not add lambda to the count of u
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
  return c / (n + lambda * static_cast<double>(N));
}
