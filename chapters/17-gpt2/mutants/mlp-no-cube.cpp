// [mlp] 0.044715 multiplies t^3; in yours it multiplies t
arma::mat exercise::mlp(const Mlp& layers, const arma::mat& x)
{
  arma::mat hidden = dense(layers.c_fc, x);
  hidden.transform([](double t) {
    return 0.5 * t * (1 + std::tanh(std::sqrt(2 / arma::datum::pi) * (t + 0.044715 * t)));
  });
  return dense(layers.c_proj, hidden);
}
