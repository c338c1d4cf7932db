// [numerical_rank] you count singular values that equal the bound; in a matrix of zeros all do. They have to be greater
arma::uword exercise::numerical_rank(const arma::mat& A)
{
  const arma::vec s = arma::svd(A);
  return arma::accu(s >= 1e-10 * s.max());
}
