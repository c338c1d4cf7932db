// [gelu_tanh] it is 1 + tanh; you subtract
arma::vec exercise::gelu_tanh(const arma::vec& x)
{
  return x / 2 %
         (1 - arma::tanh(std::sqrt(2 / arma::datum::pi) * (x + 0.044715 * arma::pow(x, 3))));
}
