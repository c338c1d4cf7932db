// [one_hot] your result is K x N; the vectors e_i are its columns, so it is N x K
arma::mat exercise::one_hot(const arma::uvec& tokens, arma::uword N)
{
  arma::mat e(tokens.n_elem, N, arma::fill::zeros);
  for (arma::uword k = 0; k < tokens.n_elem; ++k)
    e(k, tokens(k)) = 1;
  return e;
}
