// [numerical_rank] you count every singular value above 0, and rounding leaves some that are tiny; compare them with the largest
arma::uword exercise::numerical_rank(const arma::mat& A)
{
  return arma::accu(arma::vec(arma::svd(A)) > 0);
}
