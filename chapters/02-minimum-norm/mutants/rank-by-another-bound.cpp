// [numerical_rank] your bound is about 10^-16 times the largest singular value, as in arma::rank; the exercise asks for 10^-10
arma::uword exercise::numerical_rank(const arma::mat& A)
{
  return arma::rank(A);
}
