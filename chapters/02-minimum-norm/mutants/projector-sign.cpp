// [kernel_projector] your sign is wrong: it is I - B A
arma::mat exercise::kernel_projector(const arma::mat& A)
{
  return right_inverse(A) * A - arma::eye(A.n_cols, A.n_cols);
}
