// [unvectorized] your columns follow each other at the distance of the number of columns; it is the number of rows
arma::mat exercise::unvectorized(const arma::vec& v, arma::uword n)
{
  arma::mat M(n, v.n_elem / n);
  for (arma::uword j = 0; j < M.n_cols; j++)
    for (arma::uword i = 0; i < n; i++)
      M(i, j) = v(i + M.n_cols * j);
  return M;
}
