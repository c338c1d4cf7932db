// [gelu_tanh] the factor is the square root of 2 / pi
arma::vec exercise::gelu_tanh(const arma::vec& x)
{
  const arma::vec u = 2 / arma::datum::pi * (x + 0.044715 * x % x % x);
  return x / 2 % (1 + arma::tanh(u));
}
