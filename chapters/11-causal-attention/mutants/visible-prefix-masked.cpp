// [visible] you hide what comes later in the prefix too; all tokens see all of it
arma::umat exercise::visible(arma::uword tokens, arma::uword prefix, arma::uword width)
{
  arma::umat M(tokens, tokens, arma::fill::zeros);
  for (arma::uword i = 0; i < tokens; ++i)
    for (arma::uword j = 0; j < tokens; ++j)
      M(i, j) = j <= i && (j < prefix || i - j < width);
  return M;
}
