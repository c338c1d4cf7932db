// [block] what attention added is lost: the MLP's result is added to x', not to x
arma::mat exercise::block(const Block& weights, const arma::mat& x)
{
  const arma::mat attended = x + multi_head(weights.attn, layer_norm(weights.ln_1, x));
  return x + exercise::mlp(weights.mlp, layer_norm(weights.ln_2, attended));
}
