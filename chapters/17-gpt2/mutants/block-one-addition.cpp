// [block] what attention computes is not added to the stream: x' is x plus that, and x'' adds to x'
arma::mat exercise::block(const Block& weights, const arma::mat& x)
{
  const arma::mat y = multi_head(weights.attn, layer_norm(weights.ln_1, x));
  return x + exercise::mlp(weights.mlp, layer_norm(weights.ln_2, y));
}
