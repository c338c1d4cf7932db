// [nearest_rotation] you always change a sign; do so only where det(U V^T) = -1, which is a reflection
arma::mat exercise::nearest_rotation(const arma::mat& X, const arma::mat& Y)
{
  arma::mat U, V;
  arma::vec s;
  arma::svd(U, s, V, Y * X.t());
  U.col(U.n_cols - 1) *= -1;
  return U * V.t();
}
