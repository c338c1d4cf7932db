// [vectorized] you stack the rows; vec stacks the columns
arma::vec exercise::vectorized(const arma::mat& M)
{
  arma::vec v(M.n_elem);
  arma::uword next = 0;
  for (arma::uword i = 0; i < M.n_rows; ++i)
    for (arma::uword j = 0; j < M.n_cols; ++j)
      v(next++) = M(i, j);
  return v;
}
