// [block] your MLP reads the stream itself; it reads a normed copy, ln_2(x')
arma::mat exercise::block(const Block& weights, const arma::mat& x)
{
  const arma::mat y = x + multi_head(weights.attn, layer_norm(weights.ln_1, x));
  return y + exercise::mlp(weights.mlp, y);
}
