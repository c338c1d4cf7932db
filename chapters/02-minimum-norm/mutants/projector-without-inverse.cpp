// [kernel_projector] your P is I - A^T A, a projection only if the rows of A are perpendicular and of length 1; (A A^T)^{-1} belongs between the factors
arma::mat exercise::kernel_projector(const arma::mat& A)
{
  arma::mat P = -A.t() * A;
  P.diag() += 1;
  return P;
}
