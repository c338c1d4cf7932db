// [pattern_gradient] the diagonal is missing: p_j grows with its own score, by p_j (1 - p_j)
arma::mat exercise::pattern_gradient(const arma::mat& A, const arma::mat& G)
{
  arma::mat D = -A;
  D.each_col() %= arma::sum(A % G, 1);
  return D;
}
