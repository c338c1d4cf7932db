// [mlp] you apply GELU to x; it belongs between the two layers
arma::mat exercise::mlp(const Mlp& layers, const arma::mat& x)
{
  arma::mat active = x;
  active.transform([](double t) {
    return 0.5 * t * (1 + std::tanh(std::sqrt(2 / arma::datum::pi) * (t + 0.044715 * t * t * t)));
  });
  return dense(layers.c_proj, dense(layers.c_fc, active));
}
