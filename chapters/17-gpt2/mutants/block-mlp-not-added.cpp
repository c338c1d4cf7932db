// [block] the second addition is missing: x'' is x' plus what the MLP computes
arma::mat exercise::block(const Block& weights, const arma::mat& x)
{
  const arma::mat y = x + multi_head(weights.attn, layer_norm(weights.ln_1, x));
  return exercise::mlp(weights.mlp, layer_norm(weights.ln_2, y));
}
