// [unvectorized] you take n as the number of columns; it is the number of rows
arma::mat exercise::unvectorized(const arma::vec& v, arma::uword n)
{
  return arma::reshape(v, v.n_elem / n, n);
}
