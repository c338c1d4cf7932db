// [gelu_tanh] you add x / 2 and tanh; x / 2 multiplies 1 + tanh
arma::vec exercise::gelu_tanh(const arma::vec& x)
{
  return x / 2 + arma::tanh(std::sqrt(2 / arma::datum::pi) * (x + 0.044715 * arma::pow(x, 3)));
}
