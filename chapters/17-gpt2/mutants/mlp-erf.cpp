// [mlp] your GELU is the exact one, with erf; GPT-2's is the approximation with tanh
arma::mat exercise::mlp(const Mlp& layers, const arma::mat& x)
{
  arma::mat h = dense(layers.c_fc, x);
  for (double& t : h)
    t = t / 2 * (1 + std::erf(t / std::sqrt(2.0)));
  return dense(layers.c_proj, h);
}
