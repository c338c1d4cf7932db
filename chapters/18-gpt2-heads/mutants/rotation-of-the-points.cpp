// [nearest_rotation] you decompose X^T Y, which is N x N; the d x d matrix is Y X^T
arma::mat exercise::nearest_rotation(const arma::mat& X, const arma::mat& Y)
{
  arma::mat U, V;
  arma::vec s;
  arma::svd(U, s, V, X.t() * Y);
  return V * U.t();
}
