// [gelu_sigmoid] 1.702 belongs inside the sigmoid only
arma::vec exercise::gelu_sigmoid(const arma::vec& x)
{
  return 1.702 * x / (1 + arma::exp(-1.702 * x));
}
