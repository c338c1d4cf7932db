// [mlp] your activation is ReLU; GPT-2's is GELU
arma::mat exercise::mlp(const Mlp& layers, const arma::mat& x)
{
  arma::mat h = dense(layers.c_fc, x);
  h.transform([](double t) { return t > 0 ? t : 0; });
  return dense(layers.c_proj, h);
}
