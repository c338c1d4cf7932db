// [vectorized] you exchange the indices of M: the row is the first of the two
arma::vec exercise::vectorized(const arma::mat& M)
{
  arma::vec v(M.n_elem);
  for (arma::uword j = 0; j < M.n_cols; j++)
    for (arma::uword i = 0; i < M.n_rows; i++)
      v(i + M.n_rows * j) = M(j, i);
  return v;
}
