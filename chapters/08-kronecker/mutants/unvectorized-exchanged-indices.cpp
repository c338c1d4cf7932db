// [unvectorized] you exchange the indices of M: the row is the first of the two
arma::mat exercise::unvectorized(const arma::vec& v, arma::uword n)
{
  arma::mat M(n, v.n_elem / n);
  for (arma::uword j = 0; j < M.n_cols; j++)
    for (arma::uword i = 0; i < n; i++)
      M(j, i) = v(i + n * j);
  return M;
}
