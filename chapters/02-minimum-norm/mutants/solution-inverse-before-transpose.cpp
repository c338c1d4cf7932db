// [minimum_norm_solution] your factors are exchanged: A^T, N x n, goes to the left of (A A^T)^{-1}, n x n
arma::vec exercise::minimum_norm_solution(const arma::mat& A, const arma::vec& y)
{
  const arma::mat inverse = arma::inv(A * A.t());
  return inverse * A.t() * y;
}
