// [gelu_sigmoid] Armadillo's x * y is a product of matrices and wants shapes that fit; entry by entry it is x % y
arma::vec exercise::gelu_sigmoid(const arma::vec& x)
{
  return x * (1 / (1 + arma::exp(-1.702 * x)));
}
