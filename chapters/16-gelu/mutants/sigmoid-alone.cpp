// [gelu_sigmoid] you return the sigmoid; multiply it by x
arma::vec exercise::gelu_sigmoid(const arma::vec& x)
{
  return 1 / (1 + arma::exp(-1.702 * x));
}
