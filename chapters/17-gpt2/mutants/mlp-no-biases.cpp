// [mlp] the biases are missing; both layers have one
arma::mat exercise::mlp(const Mlp& layers, const arma::mat& x)
{
  arma::mat hidden = layers.c_fc.W * x;
  hidden.transform([](double t) {
    return 0.5 * t * (1 + std::tanh(std::sqrt(2 / arma::datum::pi) * (t + 0.044715 * t * t * t)));
  });
  return layers.c_proj.W * hidden;
}
