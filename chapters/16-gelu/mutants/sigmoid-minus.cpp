// [gelu_sigmoid] the sigmoid has 1 + e^{-z} below; you have 1 - e^{-z}
arma::vec exercise::gelu_sigmoid(const arma::vec& x)
{
  return x / (1 - arma::exp(-1.702 * x));
}
