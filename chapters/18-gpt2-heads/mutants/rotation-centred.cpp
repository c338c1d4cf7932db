// [nearest_rotation] you subtract the mean of the points first; a rotation turns about 0, and nothing is moved
arma::mat exercise::nearest_rotation(const arma::mat& X, const arma::mat& Y)
{
  arma::mat U, V;
  arma::vec s;
  const arma::mat of_X = X.each_col() - arma::mean(X, 1), of_Y = Y.each_col() - arma::mean(Y, 1);
  arma::svd(U, s, V, of_Y * of_X.t());
  if (arma::det(U) * arma::det(V) < 0)
    U.col(U.n_cols - 1) *= -1;
  return U * V.t();
}
