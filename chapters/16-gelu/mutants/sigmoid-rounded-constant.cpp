// [gelu_sigmoid] your constant is 1.7; the formula has 1.702
arma::vec exercise::gelu_sigmoid(const arma::vec& x)
{
  return x / (1 + arma::exp(-1.7 * x));
}
