// [block] you norm the sum before you pass it on; pass on x' as it is, and give a normed copy of it to the MLP
arma::mat exercise::block(const Block& weights, const arma::mat& x)
{
  const arma::mat y =
      layer_norm(weights.ln_2, x + multi_head(weights.attn, layer_norm(weights.ln_1, x)));
  return y + exercise::mlp(weights.mlp, y);
}
