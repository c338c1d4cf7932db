// [unvectorized] the number of rows multiplies the index of the row in your v; it multiplies that of the column
arma::mat exercise::unvectorized(const arma::vec& v, arma::uword n)
{
  arma::mat M(n, v.n_elem / n);
  for (arma::uword j = 0; j < M.n_cols; j++)
    for (arma::uword i = 0; i < n; i++)
      M(i, j) = v(i * n + j);
  return M;
}
