// [kernel_projector] you subtract B from the identity, and its shape is N x n; B A is N x N
arma::mat exercise::kernel_projector(const arma::mat& A)
{
  return arma::eye(A.n_cols, A.n_cols) - right_inverse(A);
}
