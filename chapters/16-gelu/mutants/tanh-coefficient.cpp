// [gelu_tanh] your coefficient has too few digits; it is 0.044715
arma::vec exercise::gelu_tanh(const arma::vec& x)
{
  return x / 2 % (1 + arma::tanh(std::sqrt(2 / arma::datum::pi) * (x + 0.0447 * arma::pow(x, 3))));
}
