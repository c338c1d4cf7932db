// [numerical_rank] you return the dimension of the kernel, N less the rank
arma::uword exercise::numerical_rank(const arma::mat& A)
{
  return arma::null(A).eval().n_cols;
}
