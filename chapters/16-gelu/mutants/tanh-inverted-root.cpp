// [gelu_tanh] the factor is the square root of 2 / pi; you have that of pi / 2
arma::vec exercise::gelu_tanh(const arma::vec& x)
{
  return x / 2 %
         (1 + arma::tanh(std::sqrt(arma::datum::pi / 2) * (x + 0.044715 * arma::pow(x, 3))));
}
