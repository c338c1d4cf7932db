// [nearest_rotation] you multiply U V; the decomposition is U S V^T, so it is V^T that turns X
arma::mat exercise::nearest_rotation(const arma::mat& X, const arma::mat& Y)
{
  arma::mat U, V;
  arma::vec s;
  arma::svd(U, s, V, Y * X.t());
  if (arma::det(U) * arma::det(V) < 0)
    U.col(U.n_cols - 1) *= -1;
  return U * V;
}
