// [pattern_gradient] you let each score move its own probability only; it moves its whole row
arma::mat exercise::pattern_gradient(const arma::mat& A, const arma::mat& G)
{
  arma::mat D(A.n_rows, A.n_cols);
  for (arma::uword k = 0; k < A.n_elem; ++k)
    D[k] = G[k] * A[k] * (1 - A[k]);
  return D;
}
