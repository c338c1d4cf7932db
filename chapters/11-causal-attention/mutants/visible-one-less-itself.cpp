// [visible] your window is one token too short: the token itself is one of the last `width`
arma::umat exercise::visible(arma::uword tokens, arma::uword prefix, arma::uword width)
{
  arma::umat M(tokens, tokens, arma::fill::zeros);
  for (arma::uword i = 0; i < tokens; ++i)
    for (arma::uword j = 0; j < tokens; ++j)
      M(i, j) = j < prefix || j == i || (j <= i && i - j + 1 < width);
  return M;
}
