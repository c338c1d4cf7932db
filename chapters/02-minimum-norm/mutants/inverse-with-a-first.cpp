// [right_inverse] your first factor is A, n x N, which does not fit (A A^T)^{-1}, n x n; the formula begins with A^T
arma::mat exercise::right_inverse(const arma::mat& A)
{
  return A * arma::inv(A * A.t());
}
