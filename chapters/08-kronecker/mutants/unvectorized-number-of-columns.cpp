// [unvectorized] your matrix has n p columns, one for each entry of v; their number is the length of v divided by n
arma::mat exercise::unvectorized(const arma::vec& v, arma::uword n)
{
  arma::mat M(n, v.n_elem);
  for (arma::uword j = 0; j < M.n_cols; j++)
    for (arma::uword i = 0; i < n; i++)
      M(i, j) = v(i + n * j);
  return M;
}
