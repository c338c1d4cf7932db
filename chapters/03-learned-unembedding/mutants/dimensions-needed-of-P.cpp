// [dimensions_needed] you take the rank of P; it is the logarithm of P that has to be a product
arma::uword exercise::dimensions_needed(const arma::mat& M)
{
  arma::mat P = arma::exp2(M);
  P.each_row() /= arma::sum(P, 0);
  return arma::rank(P, 1e-9);
}
