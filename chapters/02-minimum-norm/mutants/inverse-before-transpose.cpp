// [right_inverse] your factors are exchanged: A^T, N x n, goes to the left of (A A^T)^{-1}, n x n
arma::mat exercise::right_inverse(const arma::mat& A)
{
  const arma::mat inverse = arma::inv(A * A.t());
  return inverse * A.t();
}
