// [gelu_tanh] overflow: e^{2u} is inf far out, and inf / inf is NaN; std::tanh and arma::tanh avoid that
arma::vec exercise::gelu_tanh(const arma::vec& x)
{
  const arma::vec e =
      arma::exp(2 * std::sqrt(2 / arma::datum::pi) * (x + 0.044715 * arma::pow(x, 3)));
  return x / 2 % (1 + (e - 1) / (e + 1));
}
