// [shortest_solution] for y = 0 both sides of your comparison are 0, and x = 0 is a solution: <=, not <
arma::vec exercise::shortest_solution(const arma::mat& A, const arma::vec& y)
{
  const arma::vec x = arma::pinv(A, 1e-10 * arma::norm(A)) * y;
  if (residual_norm(A, x, y) < 1e-8 * arma::norm(y))
    return x;
  return arma::vec();
}
