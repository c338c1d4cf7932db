// [minimum_norm_solution] A^T A is N x N and its rank is n only, so it has no inverse; A A^T has one
arma::vec exercise::minimum_norm_solution(const arma::mat& A, const arma::vec& y)
{
  return arma::inv(A.t() * A) * A.t() * y;
}
