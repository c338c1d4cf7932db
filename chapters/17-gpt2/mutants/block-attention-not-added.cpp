// [block] the first addition is missing: x' is x plus what attention computes
arma::mat exercise::block(const Block& weights, const arma::mat& x)
{
  const arma::mat y = multi_head(weights.attn, layer_norm(weights.ln_1, x));
  return y + exercise::mlp(weights.mlp, layer_norm(weights.ln_2, y));
}
