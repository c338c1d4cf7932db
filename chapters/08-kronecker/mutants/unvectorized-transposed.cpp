// [unvectorized] your result is the transpose: n is the number of rows
arma::mat exercise::unvectorized(const arma::vec& v, arma::uword n)
{
  arma::mat M(v.n_elem / n, n);
  for (arma::uword i = 0; i < M.n_rows; ++i)
    for (arma::uword j = 0; j < n; ++j)
      M(i, j) = v(i * n + j);
  return M;
}
