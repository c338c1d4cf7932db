// [pattern_gradient] a matrix and a column have different sizes: Armadillo's - does not repeat the column for you
arma::mat exercise::pattern_gradient(const arma::mat& A, const arma::mat& G)
{
  return A % (G - arma::sum(A % G, 1));
}
