// [kernel_projector] the two matrices that you subtract have the same shape only if A is square: the identity and B A are both N x N
arma::mat exercise::kernel_projector(const arma::mat& A)
{
  return arma::eye(A.n_rows, A.n_rows) - right_inverse(A) * A;
}
