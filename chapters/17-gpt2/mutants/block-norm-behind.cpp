// [block] you norm after each addition; in GPT-2 attention and MLP read a normed copy, and the stream itself is never normed
arma::mat exercise::block(const Block& weights, const arma::mat& x)
{
  arma::mat y = x;
  y += multi_head(weights.attn, y);
  y = layer_norm(weights.ln_1, y);
  y += exercise::mlp(weights.mlp, y);
  return layer_norm(weights.ln_2, y);
}
