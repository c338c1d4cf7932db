// [block] your MLP reads the block's input; it reads the stream after attention was added
arma::mat exercise::block(const Block& weights, const arma::mat& x)
{
  arma::mat y = x;
  y += multi_head(weights.attn, layer_norm(weights.ln_1, x));
  y += exercise::mlp(weights.mlp, layer_norm(weights.ln_2, x));
  return y;
}
