// [gelu_sigmoid] you divide by 1.702 inside the sigmoid; the formula multiplies
arma::vec exercise::gelu_sigmoid(const arma::vec& x)
{
  return x / (1 + arma::exp(-x / 1.702));
}
