// [visible] you show the prefix to its own tokens alone; all later tokens see it too
arma::umat exercise::visible(arma::uword tokens, arma::uword prefix, arma::uword width)
{
  arma::umat M(tokens, tokens, arma::fill::zeros);
  for (arma::uword i = 0; i < tokens; ++i)
    for (arma::uword j = 0; j < tokens; ++j)
      M(i, j) = (i < prefix && j < prefix) || (j <= i && i - j < width);
  return M;
}
