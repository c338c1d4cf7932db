// [visible] your window reaches as far forward as back; but outside the prefix only the past is seen
arma::umat exercise::visible(arma::uword tokens, arma::uword prefix, arma::uword width)
{
  arma::umat M(tokens, tokens, arma::fill::zeros);
  for (arma::uword i = 0; i < tokens; ++i)
    for (arma::uword j = 0; j < tokens; ++j)
      M(i, j) = j < prefix || (j <= i ? i - j : j - i) < width;
  return M;
}
