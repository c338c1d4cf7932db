// [mlp] you add x to the result; that is the block's addition, and the MLP returns only what it computes
arma::mat exercise::mlp(const Mlp& layers, const arma::mat& x)
{
  arma::mat hidden = dense(layers.c_fc, x);
  hidden.transform([](double t) {
    return 0.5 * t * (1 + std::tanh(std::sqrt(2 / arma::datum::pi) * (t + 0.044715 * t * t * t)));
  });
  return x + dense(layers.c_proj, hidden);
}
