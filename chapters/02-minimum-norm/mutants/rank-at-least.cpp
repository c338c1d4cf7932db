// [numerical_rank] you count singular values of a matrix of zeros; none of them is greater than 10^-10 times the largest, which is 0
arma::uword exercise::numerical_rank(const arma::mat& A)
{
  const arma::vec s = arma::svd(A);
  return arma::accu(s >= 1e-10 * s.max());
}
