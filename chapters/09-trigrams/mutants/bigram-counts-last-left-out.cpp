// [bigram_counts] you leave out the last pair of the text
arma::mat exercise::bigram_counts(const arma::uvec& text, arma::uword N)
{
  arma::mat C(N, N, arma::fill::zeros);
  for (arma::uword i = 0; i + 2 < text.n_elem; ++i)
    C(text(i), text(i + 1)) += 1;
  return C;
}
