// [gelu_tanh] Armadillo's x * y is a product of matrices and wants shapes that fit; entry by entry it is x % y
arma::vec exercise::gelu_tanh(const arma::vec& x)
{
  return x / 2 * (1 + arma::tanh(std::sqrt(2 / arma::datum::pi) * (x + 0.044715 * x * x * x)));
}
