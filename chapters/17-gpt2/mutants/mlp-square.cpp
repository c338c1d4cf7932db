// [mlp] you have t^2 where the formula has t^3
arma::mat exercise::mlp(const Mlp& layers, const arma::mat& x)
{
  arma::mat hidden = dense(layers.c_fc, x);
  hidden.transform([](double t) {
    return 0.5 * t * (1 + std::tanh(std::sqrt(2 / arma::datum::pi) * (t + 0.044715 * t * t)));
  });
  return dense(layers.c_proj, hidden);
}
