// [block] the first addition is missing, and the second adds x alone: x'' = x' + mlp(ln_2(x')), x' = x + attention(ln_1(x))
arma::mat exercise::block(const Block& weights, const arma::mat& x)
{
  const arma::mat y = multi_head(weights.attn, layer_norm(weights.ln_1, x));
  return x + exercise::mlp(weights.mlp, layer_norm(weights.ln_2, y));
}
