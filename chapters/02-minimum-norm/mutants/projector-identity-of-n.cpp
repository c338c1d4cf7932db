// [kernel_projector] your identity is n x n; B A is N x N, and so is the identity that it is subtracted from
arma::mat exercise::kernel_projector(const arma::mat& A)
{
  return arma::eye(A.n_rows, A.n_rows) - right_inverse(A) * A;
}
