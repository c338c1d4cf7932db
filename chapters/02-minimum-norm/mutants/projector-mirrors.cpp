// [kernel_projector] your P is a reflection: you subtract B A from the identity twice; subtract it once
arma::mat exercise::kernel_projector(const arma::mat& A)
{
  return arma::eye(A.n_cols, A.n_cols) - 2 * right_inverse(A) * A;
}
