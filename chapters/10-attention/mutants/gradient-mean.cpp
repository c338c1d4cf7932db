// [values_gradient] you divide by how much each key is heard: a gradient is a sum over all who hear, not their mean
arma::mat exercise::values_gradient(const arma::mat& A, const arma::mat& G)
{
  arma::mat D = G * A;
  D.each_row() /= arma::sum(A, 0) + 1e-300;
  return D;
}
