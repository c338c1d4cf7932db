// [digits] your digits are in the order in which they are written; here the units come first
arma::uvec exercise::digits(arma::uword k, arma::uword b, arma::uword m)
{
  arma::uvec c(m);
  for (arma::uword i = m; i-- > 0; k /= b)
    c(i) = k % b;
  return c;
}
