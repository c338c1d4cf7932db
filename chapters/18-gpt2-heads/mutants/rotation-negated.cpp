// [nearest_rotation] where det(U V^T) = -1 you return the negative of it, which in the plane is a reflection still and in space turns three signs; one is enough
arma::mat exercise::nearest_rotation(const arma::mat& X, const arma::mat& Y)
{
  arma::mat U, V;
  arma::vec sigma;
  arma::svd(U, sigma, V, Y * X.t());
  const arma::mat R = U * V.t();
  return arma::det(R) < 0 ? arma::mat(-R) : R;
}
