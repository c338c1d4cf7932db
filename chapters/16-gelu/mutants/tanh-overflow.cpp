// [gelu_tanh] overflow: e^u is inf far out, and inf / inf is NaN; std::tanh and arma::tanh avoid that
arma::vec exercise::gelu_tanh(const arma::vec& x)
{
  const arma::vec u = std::sqrt(2 / arma::datum::pi) * (x + 0.044715 * arma::pow(x, 3));
  const arma::vec th = (arma::exp(u) - arma::exp(-u)) / (arma::exp(u) + arma::exp(-u));
  return 0.5 * x % (1 + th);
}
