// [digits] you divide by b^i and keep all of the quotient; its last digit is the remainder by b
arma::uvec exercise::digits(arma::uword k, arma::uword b, arma::uword m)
{
  arma::uvec c(m);
  for (arma::uword& digit : c) {
    digit = k;
    k /= b;
  }
  return c;
}
