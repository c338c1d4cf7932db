// [nearest_rotation] your rotation goes from Y to X: it is the inverse of what is asked for
arma::mat exercise::nearest_rotation(const arma::mat& X, const arma::mat& Y)
{
  arma::mat U, V;
  arma::vec s;
  arma::svd(U, s, V, X * Y.t());
  if (arma::det(U) * arma::det(V) < 0)
    U.col(U.n_cols - 1) *= -1;
  return U * V.t();
}
