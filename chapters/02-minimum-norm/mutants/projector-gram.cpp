// [kernel_projector] your factors are exchanged: with a basis Z of the kernel as columns, Z^T Z is the identity, and Z Z^T projects
arma::mat exercise::kernel_projector(const arma::mat& A)
{
  const arma::mat Z = arma::null(A);
  return Z.t() * Z;
}
