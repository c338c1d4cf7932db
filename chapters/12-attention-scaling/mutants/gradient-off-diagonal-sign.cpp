// [pattern_gradient] the sign off the diagonal: p_l becomes smaller when s_j grows and l is not j
arma::mat exercise::pattern_gradient(const arma::mat& A, const arma::mat& G)
{
  arma::mat D(arma::size(A));
  for (arma::uword i = 0; i < A.n_rows; ++i)
    for (arma::uword j = 0; j < A.n_cols; ++j) {
      D(i, j) = 0;
      for (arma::uword l = 0; l < A.n_cols; ++l)
        D(i, j) += G(i, l) * (j == l ? A(i, j) * (1 - A(i, j)) : A(i, l) * A(i, j));
    }
  return D;
}
