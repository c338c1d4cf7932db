// [mlp] your GELU is the one with a sigmoid; GPT-2's is the approximation with tanh
arma::mat exercise::mlp(const Mlp& layers, const arma::mat& x)
{
  arma::mat hidden = dense(layers.c_fc, x);
  hidden.transform([](double t) { return t / (1 + std::exp(-1.702 * t)); });
  return dense(layers.c_proj, hidden);
}
