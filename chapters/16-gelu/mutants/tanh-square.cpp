// [gelu_tanh] you have x^2 where the formula has x^3
arma::vec exercise::gelu_tanh(const arma::vec& x)
{
  const arma::vec u = std::sqrt(2 / arma::datum::pi) * (x + 0.044715 * x % x);
  return x / 2 % (1 + arma::tanh(u));
}
