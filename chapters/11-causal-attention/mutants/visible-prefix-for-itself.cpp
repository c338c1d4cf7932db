// [visible] you show the later half of the prefix to its own tokens alone and to none behind it; it stays in sight of all
arma::umat exercise::visible(arma::uword tokens, arma::uword prefix, arma::uword width)
{
  arma::umat M(tokens, tokens, arma::fill::zeros);
  for (arma::uword i = 0; i < tokens; ++i)
    for (arma::uword j = 0; j < tokens; ++j)
      M(i, j) = (i < prefix && j < prefix) || (j <= i && i - j < width);
  return M;
}
