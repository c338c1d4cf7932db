// [nearest_rotation] you return the best matrix of all (least squares); only rotations are allowed
arma::mat exercise::nearest_rotation(const arma::mat& X, const arma::mat& Y)
{
  return arma::solve(X * X.t(), X * Y.t()).t();
}
