// [pattern_gradient] the factor A_ij in front is missing: a score moves its probability by as much as there is of it
arma::mat exercise::pattern_gradient(const arma::mat& A, const arma::mat& G)
{
  arma::mat D = G;
  D.each_col() -= arma::sum(A % G, 1);
  return D;
}
