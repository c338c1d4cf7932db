// [shortest_solution] you multiply by the singular values; the formula divides by them
arma::vec exercise::shortest_solution(const arma::mat& A, const arma::vec& y)
{
  const arma::uword r = numerical_rank(A);
  arma::mat U, V;
  arma::vec s;
  arma::svd(U, s, V, A);
  arma::vec x(A.n_cols, arma::fill::zeros);
  for (arma::uword i = 0; i < r; i++)
    x += V.col(i) * arma::dot(U.col(i), y) * s(i);
  if (residual_norm(A, x, y) > 1e-8 * arma::norm(y))
    return arma::vec();
  return x;
}
