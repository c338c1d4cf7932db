// [shortest_solution] you find no solution where there is one: A x differs from y by rounding, so compare the difference with a small number, not with 0
arma::vec exercise::shortest_solution(const arma::mat& A, const arma::vec& y)
{
  const arma::vec x = arma::pinv(A) * y;
  if (residual_norm(A, x, y) != 0)
    return arma::vec();
  return x;
}
