// [nearest_rotation] you change the sign of the last row of U; directions are its columns
arma::mat exercise::nearest_rotation(const arma::mat& X, const arma::mat& Y)
{
  arma::mat U, V;
  arma::vec s;
  arma::svd(U, s, V, Y * X.t());
  if (arma::det(U) * arma::det(V) < 0)
    U.row(U.n_rows - 1) *= -1;
  return U * V.t();
}
