// [bigram_counts] you let the first word follow the last; nothing follows it
arma::mat exercise::bigram_counts(const arma::uvec& text, arma::uword N)
{
  arma::mat C(N, N, arma::fill::zeros);
  for (arma::uword i = 0; i + 1 < text.n_elem; ++i)
    C(text(i), text(i + 1)) += 1;
  C(text(text.n_elem - 1), text(0)) += 1;
  return C;
}
