// [gelu_sigmoid] 1.702 is missing inside the sigmoid
arma::vec exercise::gelu_sigmoid(const arma::vec& x)
{
  arma::vec y(x.n_elem);
  for (arma::uword i = 0; i < x.n_elem; ++i)
    y[i] = x[i] / (1 + std::exp(-x[i]));
  return y;
}
