// [block] the layer norms are exchanged: ln_1 is before the attention, ln_2 before the MLP
arma::mat exercise::block(const Block& weights, const arma::mat& x)
{
  const arma::mat y = x + multi_head(weights.attn, layer_norm(weights.ln_2, x));
  return y + exercise::mlp(weights.mlp, layer_norm(weights.ln_1, y));
}
