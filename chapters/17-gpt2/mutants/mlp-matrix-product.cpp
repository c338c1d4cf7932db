// [mlp] Armadillo's x * y is a product of matrices and wants shapes that fit; entry by entry it is x % y
arma::mat exercise::mlp(const Mlp& layers, const arma::mat& x)
{
  const arma::mat h = dense(layers.c_fc, x);
  const arma::mat u = std::sqrt(2 / arma::datum::pi) * (h + 0.044715 * h * h * h);
  return dense(layers.c_proj, h / 2 % (1 + arma::tanh(u)));
}
