// [nearest_rotation] your rotation takes Y to X: it is the inverse of the one that takes X to Y
arma::mat exercise::nearest_rotation(const arma::mat& X, const arma::mat& Y)
{
  arma::mat U, V;
  arma::vec s;
  arma::svd(U, s, V, X * Y.t());
  if (arma::det(U) * arma::det(V) < 0)
    U.col(U.n_cols - 1) *= -1;
  return U * V.t();
}
