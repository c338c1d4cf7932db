// [mlp] the factor inside tanh is the square root of 2 / pi
arma::mat exercise::mlp(const Mlp& layers, const arma::mat& x)
{
  arma::mat hidden = dense(layers.c_fc, x);
  hidden.transform([](double t) {
    return 0.5 * t * (1 + std::tanh(2 / arma::datum::pi * (t + 0.044715 * t * t * t)));
  });
  return dense(layers.c_proj, hidden);
}
