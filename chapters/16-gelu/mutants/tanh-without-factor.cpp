// [gelu_tanh] the factor x / 2 is missing
arma::vec exercise::gelu_tanh(const arma::vec& x)
{
  const arma::vec u = std::sqrt(2 / arma::datum::pi) * (x + 0.044715 * x % x % x);
  return 1 + arma::tanh(u);
}
