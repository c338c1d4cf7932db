// [shortest_solution] you return an x even where A x = y has no solution; compute the residual, and return an empty vector where it is not small
arma::vec exercise::shortest_solution(const arma::mat& A, const arma::vec& y)
{
  if (numerical_rank(A) == 0)
    return arma::zeros(A.n_cols);
  arma::mat U, V;
  arma::vec s;
  arma::svd(U, s, V, A);
  arma::vec x(A.n_cols, arma::fill::zeros);
  for (arma::uword i = 0; i < s.n_elem; i++)
    if (s(i) > 1e-10 * s(0))
      x += arma::dot(U.col(i), y) / s(i) * V.col(i);
  return x;
}
