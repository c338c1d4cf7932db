// [gelu_tanh] the 1 added to tanh is missing
arma::vec exercise::gelu_tanh(const arma::vec& x)
{
  return x / 2 % arma::tanh(std::sqrt(2 / arma::datum::pi) * (x + 0.044715 * arma::pow(x, 3)));
}
