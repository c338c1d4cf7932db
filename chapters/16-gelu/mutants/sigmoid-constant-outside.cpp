// [gelu_sigmoid] 1.702 belongs inside the sigmoid, and not before it
arma::vec exercise::gelu_sigmoid(const arma::vec& x)
{
  return 1.702 * x / (1 + arma::exp(-x));
}
