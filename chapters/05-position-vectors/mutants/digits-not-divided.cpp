// [digits] you take the remainder of k itself again and again, which is always the units; divide k by b in between
arma::uvec exercise::digits(arma::uword k, arma::uword b, arma::uword m)
{
  arma::uvec c(m);
  for (arma::uword& digit : c)
    digit = k % b;
  return c;
}
