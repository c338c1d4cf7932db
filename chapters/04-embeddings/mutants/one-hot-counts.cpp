// [one_hot] you count how often each token occurs; there is a column for each place of the text
arma::mat exercise::one_hot(const arma::uvec& tokens, arma::uword N)
{
  arma::mat e(N, 1, arma::fill::zeros);
  for (const arma::uword token : tokens)
    e(token) += 1;
  return e;
}
