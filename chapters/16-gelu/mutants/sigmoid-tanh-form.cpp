// [gelu_sigmoid] this is the form with tanh, of the exercise before
arma::vec exercise::gelu_sigmoid(const arma::vec& x)
{
  return x / 2 %
         (1 + arma::tanh(std::sqrt(2 / arma::datum::pi) * (x + 0.044715 * arma::pow(x, 3))));
}
