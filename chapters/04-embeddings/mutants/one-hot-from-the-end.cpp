// [one_hot] your ones are counted from below; row 0 is that of token 0
arma::mat exercise::one_hot(const arma::uvec& tokens, arma::uword N)
{
  arma::mat e(N, tokens.n_elem, arma::fill::zeros);
  for (arma::uword k = 0; k < tokens.n_elem; ++k)
    e(N - 1 - tokens(k), k) = 1;
  return e;
}
