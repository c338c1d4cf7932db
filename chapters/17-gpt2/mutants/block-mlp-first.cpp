// [block] the MLP comes first in your block; attention does
arma::mat exercise::block(const Block& weights, const arma::mat& x)
{
  const arma::mat y = x + exercise::mlp(weights.mlp, layer_norm(weights.ln_2, x));
  return y + multi_head(weights.attn, layer_norm(weights.ln_1, y));
}
