// [minimum_norm_solution] you multiply y by the transpose of the right inverse; that is n x N, and y has n entries
arma::vec exercise::minimum_norm_solution(const arma::mat& A, const arma::vec& y)
{
  return right_inverse(A).t() * y;
}
