// [pattern_gradient] you add the weighted mean of the row of G; subtract it: another score that grows takes from p_j
arma::mat exercise::pattern_gradient(const arma::mat& A, const arma::mat& G)
{
  arma::mat D = G;
  D.each_col() += arma::sum(A % G, 1);
  return A % D;
}
