// [pattern_gradient] you subtract the plain sum of the row of G; weight it by the row of A
arma::mat exercise::pattern_gradient(const arma::mat& A, const arma::mat& G)
{
  arma::mat D = G;
  D.each_col() -= arma::sum(G, 1);
  return A % D;
}
