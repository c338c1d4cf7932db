// [gelu_tanh] x itself is missing inside tanh, next to 0.044715 x^3
arma::vec exercise::gelu_tanh(const arma::vec& x)
{
  return x / 2 % (1 + arma::tanh(std::sqrt(2 / arma::datum::pi) * 0.044715 * arma::pow(x, 3)));
}
