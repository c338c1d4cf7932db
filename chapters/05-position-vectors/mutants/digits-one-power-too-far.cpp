// [digits] you begin with b^1; the units are i = 0, where nothing is divided
arma::uvec exercise::digits(arma::uword k, arma::uword b, arma::uword m)
{
  arma::uvec c(m);
  for (arma::uword& digit : c) {
    k /= b;
    digit = k % b;
  }
  return c;
}
