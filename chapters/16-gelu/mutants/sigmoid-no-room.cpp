// [gelu_sigmoid] you reach for an entry that is not there: is your result as long as x, and your last index n - 1?
arma::vec exercise::gelu_sigmoid(const arma::vec& x)
{
  arma::vec y;
  for (arma::uword i = 0; i < x.n_elem; ++i)
    y(i) = x(i);
  return y;
}
