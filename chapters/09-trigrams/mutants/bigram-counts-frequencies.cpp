// [bigram_counts] you divide each row by its sum; counts are asked for
arma::mat exercise::bigram_counts(const arma::uvec& text, arma::uword N)
{
  arma::mat C(N, N, arma::fill::zeros);
  for (arma::uword i = 0; i + 1 < text.n_elem; ++i)
    C(text(i), text(i + 1)) += 1;
  for (arma::uword x = 0; x < N; ++x)
    if (arma::accu(C.row(x)) > 0)
      C.row(x) /= arma::accu(C.row(x));
  return C;
}
