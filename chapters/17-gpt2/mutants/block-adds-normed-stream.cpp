// [block] you norm the sum before it goes on; x' goes on as it is, and a normed copy of it to the MLP
arma::mat exercise::block(const Block& weights, const arma::mat& x)
{
  const arma::mat y =
      layer_norm(weights.ln_2, x + multi_head(weights.attn, layer_norm(weights.ln_1, x)));
  return y + exercise::mlp(weights.mlp, y);
}
