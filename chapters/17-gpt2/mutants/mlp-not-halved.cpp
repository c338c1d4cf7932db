// [mlp] a half is missing in your GELU: it is t / 2, not t
arma::mat exercise::mlp(const Mlp& layers, const arma::mat& x)
{
  arma::mat hidden = dense(layers.c_fc, x);
  hidden.transform([](double t) {
    return t * (1 + std::tanh(std::sqrt(2 / arma::datum::pi) * (t + 0.044715 * t * t * t)));
  });
  return dense(layers.c_proj, hidden);
}
