// [nearest_rotation] you change the sign of the largest singular value; that of the smallest, the last, costs least
arma::mat exercise::nearest_rotation(const arma::mat& X, const arma::mat& Y)
{
  arma::mat U, V;
  arma::vec s;
  arma::svd(U, s, V, Y * X.t());
  if (arma::det(U * V.t()) < 0)
    V.col(0) *= -1;
  return U * V.t();
}
