// [unvectorized] you fill row after row; vec stacked columns
arma::mat exercise::unvectorized(const arma::vec& v, arma::uword n)
{
  const arma::uword p = v.n_elem / n;
  arma::mat M(n, p);
  for (arma::uword k = 0; k < v.n_elem; ++k)
    M(k / p, k % p) = v(k);
  return M;
}
