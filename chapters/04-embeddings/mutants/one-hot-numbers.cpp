// [one_hot] you write the token's number where the 1 belongs
arma::mat exercise::one_hot(const arma::uvec& tokens, arma::uword N)
{
  arma::mat e(N, tokens.n_elem, arma::fill::zeros);
  for (arma::uword k = 0; k < tokens.n_elem; ++k)
    e(tokens(k), k) = static_cast<double>(tokens(k));
  return e;
}
