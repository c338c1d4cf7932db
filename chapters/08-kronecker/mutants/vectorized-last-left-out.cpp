// [vectorized] you leave out the last column
arma::vec exercise::vectorized(const arma::mat& M)
{
  arma::vec v(M.n_elem, arma::fill::zeros);
  for (arma::uword j = 0; j + 1 < M.n_cols; j++)
    for (arma::uword i = 0; i < M.n_rows; i++)
      v(i + M.n_rows * j) = M(i, j);
  return v;
}
