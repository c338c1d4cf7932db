// [values_gradient] your result is the transpose: it is to have the shape of V, m x n_k
arma::mat exercise::values_gradient(const arma::mat& A, const arma::mat& G)
{
  return A.t() * G.t();
}
