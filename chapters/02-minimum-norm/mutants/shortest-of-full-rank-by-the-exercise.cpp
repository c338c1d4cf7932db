// [shortest_solution] (A A^T)^{-1} exists only if the rows of A are independent; here A may have any rank
arma::vec exercise::shortest_solution(const arma::mat& A, const arma::vec& y)
{
  const arma::vec x = minimum_norm_solution(A, y);
  if (residual_norm(A, x, y) > 1e-8 * arma::norm(y))
    return arma::vec();
  return x;
}
