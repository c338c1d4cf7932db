// [gelu_sigmoid] your result has no room for its entries: give the vector the size of x first
arma::vec exercise::gelu_sigmoid(const arma::vec& x)
{
  arma::vec y;
  for (arma::uword i = 0; i < x.n_elem; ++i)
    y(i) = x(i);
  return y;
}
