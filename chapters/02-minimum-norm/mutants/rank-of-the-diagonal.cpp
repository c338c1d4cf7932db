// [numerical_rank] you look at the diagonal of A only; its other entries count too
arma::uword exercise::numerical_rank(const arma::mat& A)
{
  return arma::accu(A.diag() != 0);
}
