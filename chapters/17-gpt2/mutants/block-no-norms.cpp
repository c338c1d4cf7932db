// [block] the layer norms are missing: attention and MLP read normed copies of the stream
arma::mat exercise::block(const Block& weights, const arma::mat& x)
{
  const arma::mat middle = x + multi_head(weights.attn, x);
  return middle + exercise::mlp(weights.mlp, middle);
}
