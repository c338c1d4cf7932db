// [kronecker_times] this is (B (x) A) x: the factors are exchanged, or x is cut into rows, where vec stacks columns
arma::vec exercise::kronecker_times(const arma::mat& A, const arma::mat& B, const arma::vec& x)
{
  arma::mat M(B.n_rows, A.n_rows);
  arma::uword at = 0;
  for (arma::uword i = 0; i < M.n_rows; ++i)
    for (arma::uword j = 0; j < M.n_cols; ++j)
      M(i, j) = x(at++);
  const arma::mat Y = B * M * A.t();
  arma::vec y(x.n_elem);
  at = 0;
  for (arma::uword i = 0; i < Y.n_rows; ++i)
    for (arma::uword j = 0; j < Y.n_cols; ++j)
      y(at++) = Y(i, j);
  return y;
}
