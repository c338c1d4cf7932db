// [mlp] you apply GELU after the second layer too; it belongs only between the two
arma::mat exercise::mlp(const Mlp& layers, const arma::mat& x)
{
  const auto gelu = [](double t) {
    return 0.5 * t * (1 + std::tanh(std::sqrt(2 / arma::datum::pi) * (t + 0.044715 * t * t * t)));
  };
  arma::mat h = x;
  for (const Dense* layer : {&layers.c_fc, &layers.c_proj}) {
    h = dense(*layer, h);
    h.transform(gelu);
  }
  return h;
}
