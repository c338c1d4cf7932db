// [pattern_gradient] your derivative of p_j by s_j is p_j, as if the denominator did not change with s_j
arma::mat exercise::pattern_gradient(const arma::mat& A, const arma::mat& G)
{
  return G % A;
}
