// [block] you add x a second time; the stream after attention contains it already
arma::mat exercise::block(const Block& weights, const arma::mat& x)
{
  const arma::mat y = x + multi_head(weights.attn, layer_norm(weights.ln_1, x));
  return x + y + exercise::mlp(weights.mlp, layer_norm(weights.ln_2, y));
}
