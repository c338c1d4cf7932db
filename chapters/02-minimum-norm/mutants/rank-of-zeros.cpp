// [numerical_rank] you count the singular values that vanish; the others are the rank
arma::uword exercise::numerical_rank(const arma::mat& A)
{
  const arma::vec s = arma::svd(A);
  return arma::accu(s <= 1e-10 * s(0));
}
