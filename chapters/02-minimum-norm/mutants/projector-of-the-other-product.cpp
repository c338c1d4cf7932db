// [kernel_projector] your product is A B, which is the n x n identity; the projection has B A, N x N
arma::mat exercise::kernel_projector(const arma::mat& A)
{
  const arma::mat B = right_inverse(A);
  return arma::eye(A.n_rows, A.n_rows) - A * B;
}
