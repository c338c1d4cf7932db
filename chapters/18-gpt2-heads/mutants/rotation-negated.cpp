// [nearest_rotation] where det(U V^T) = -1 you return the negative of it, which in the plane is still a reflection and in space changes three signs; change only one
arma::mat exercise::nearest_rotation(const arma::mat& X, const arma::mat& Y)
{
  arma::mat U, V;
  arma::vec sigma;
  arma::svd(U, sigma, V, Y * X.t());
  const arma::mat R = U * V.t();
  return arma::det(R) < 0 ? arma::mat(-R) : R;
}
