// [nearest_rotation] you keep the singular values: this is Y X^T itself; a rotation changes no length
arma::mat exercise::nearest_rotation(const arma::mat& X, const arma::mat& Y)
{
  return Y * X.t();
}
