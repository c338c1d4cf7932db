// [gelu_tanh] 0.044715 multiplies x^3; in yours it multiplies x
arma::vec exercise::gelu_tanh(const arma::vec& x)
{
  return x / 2 % (1 + arma::tanh(std::sqrt(2 / arma::datum::pi) * (x + 0.044715 * x)));
}
