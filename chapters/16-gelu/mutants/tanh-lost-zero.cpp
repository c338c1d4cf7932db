// [gelu_tanh] a zero is missing: the coefficient of x^3 is 0.044715
arma::vec exercise::gelu_tanh(const arma::vec& x)
{
  arma::vec y(x.n_elem);
  for (arma::uword i = 0; i < x.n_elem; ++i)
    y[i] = 0.5 * x[i] *
           (1 + std::tanh(std::sqrt(2 / arma::datum::pi) * (x[i] + 0.44715 * std::pow(x[i], 3))));
  return y;
}
