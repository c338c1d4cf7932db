// [mlp] your u is sqrt(2/pi) + 0.44715 t^3, as the document prints it: a misprint; it is sqrt(2/pi) (t + 0.044715 t^3)
arma::mat exercise::mlp(const Mlp& layers, const arma::mat& x)
{
  arma::mat h = dense(layers.c_fc, x);
  for (double& t : h)
    t = 0.5 * t * (1 + std::tanh(std::sqrt(2 / arma::datum::pi) + 0.44715 * std::pow(t, 3)));
  return dense(layers.c_proj, h);
}
