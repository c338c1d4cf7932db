// [numerical_rank] your bound is about 10^-16 of the largest singular value, as in arma::rank; the one that is asked for is 10^-10
arma::uword exercise::numerical_rank(const arma::mat& A)
{
  return arma::rank(A);
}
