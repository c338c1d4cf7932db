// [mlp] the activation is missing: two dense layers in a row are only one dense layer
arma::mat exercise::mlp(const Mlp& layers, const arma::mat& x)
{
  return dense(layers.c_proj, dense(layers.c_fc, x));
}
