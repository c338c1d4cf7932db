// [digits] you write k in base 2, whatever b is
arma::uvec exercise::digits(arma::uword k, arma::uword b, arma::uword m)
{
  arma::uvec c(m);
  for (arma::uword i = 0; i < m; ++i)
    c(i) = (k >> i) % 2;
  return c;
}
