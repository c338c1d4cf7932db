// [gelu_sigmoid] the sigmoid's denominator is 1 + e^{-z}; yours is 1 - e^{-z}
arma::vec exercise::gelu_sigmoid(const arma::vec& x)
{
  return x / (1 - arma::exp(-1.702 * x));
}
