// [block] you add to the normed copy; add to the stream that was not normed
arma::mat exercise::block(const Block& weights, const arma::mat& x)
{
  arma::mat y = layer_norm(weights.ln_1, x);
  y += multi_head(weights.attn, y);
  y = layer_norm(weights.ln_2, y);
  y += exercise::mlp(weights.mlp, y);
  return y;
}
