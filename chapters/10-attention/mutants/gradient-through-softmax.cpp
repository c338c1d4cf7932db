// [values_gradient] the pattern does not depend on the values: no softmax is to be differentiated here
arma::mat exercise::values_gradient(const arma::mat& A, const arma::mat& G)
{
  return G * (A % (1 - A));
}
