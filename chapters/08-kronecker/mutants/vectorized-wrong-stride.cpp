// [vectorized] your columns follow each other at the distance of the number of columns; it is the number of rows
arma::vec exercise::vectorized(const arma::mat& M)
{
  arma::vec v(M.n_elem);
  for (arma::uword i = 0; i < M.n_rows; ++i)
    for (arma::uword j = 0; j < M.n_cols; ++j)
      v(i + j * M.n_cols) = M(i, j);
  return v;
}
