// [bigram_counts] you count x after u; the row is the first word of the pair
arma::mat exercise::bigram_counts(const arma::uvec& text, arma::uword N)
{
  arma::mat C(N, N, arma::fill::zeros);
  for (arma::uword i = 0; i + 1 < text.n_elem; ++i)
    C(text(i + 1), text(i)) += 1;
  return C;
}
