// [bigram_counts] you note that a pair occurs, not how often
arma::mat exercise::bigram_counts(const arma::uvec& text, arma::uword N)
{
  arma::mat C(N, N, arma::fill::zeros);
  for (arma::uword i = 0; i + 1 < text.n_elem; ++i)
    C(text(i), text(i + 1)) = 1;
  return C;
}
