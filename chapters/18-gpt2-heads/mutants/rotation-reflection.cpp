// [nearest_rotation] where det(U V^T) = -1 your R is a reflection; change a sign there
arma::mat exercise::nearest_rotation(const arma::mat& X, const arma::mat& Y)
{
  arma::mat U, V;
  arma::vec s;
  arma::svd(U, s, V, Y * X.t());
  return U * V.t();
}
