// [values_gradient] G A^T would go forwards once more; V_aj is heard by query i with A_ij, and the sum is over i
arma::mat exercise::values_gradient(const arma::mat& A, const arma::mat& G)
{
  return G * A.t();
}
