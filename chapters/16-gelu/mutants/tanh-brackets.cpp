// [gelu_tanh] the factor sqrt(2 / pi) is for x^3 too: mind the brackets
arma::vec exercise::gelu_tanh(const arma::vec& x)
{
  arma::vec y = x;
  const double c = std::sqrt(2 / arma::datum::pi);
  y.transform([c](double t) { return 0.5 * t * (1 + std::tanh(c * t + 0.044715 * t * t * t)); });
  return y;
}
