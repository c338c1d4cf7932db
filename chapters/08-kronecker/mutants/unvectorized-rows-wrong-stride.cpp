// [unvectorized] you multiply the index of the row by the number of rows; multiply the index of the column by it
arma::mat exercise::unvectorized(const arma::vec& v, arma::uword n)
{
  arma::mat M(n, v.n_elem / n);
  for (arma::uword j = 0; j < M.n_cols; j++)
    for (arma::uword i = 0; i < n; i++)
      M(i, j) = v(i * n + j);
  return M;
}
