// [gelu_tanh] half of it is missing: it is x / 2, not x
arma::vec exercise::gelu_tanh(const arma::vec& x)
{
  const arma::vec u = std::sqrt(2 / arma::datum::pi) * (x + 0.044715 * x % x % x);
  return x % (1 + arma::tanh(u));
}
