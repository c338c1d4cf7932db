// [shortest_solution] you refuse every A of rank below n; y may still be a combination of its columns
arma::vec exercise::shortest_solution(const arma::mat& A, const arma::vec& y)
{
  if (numerical_rank(A) < A.n_rows)
    return {};
  return minimum_norm_solution(A, y);
}
