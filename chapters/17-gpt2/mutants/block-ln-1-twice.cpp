// [block] ln_1 precedes both halves; the MLP has a layer norm of its own, ln_2
arma::mat exercise::block(const Block& weights, const arma::mat& x)
{
  const arma::mat middle = x + multi_head(weights.attn, layer_norm(weights.ln_1, x));
  return middle + exercise::mlp(weights.mlp, layer_norm(weights.ln_1, middle));
}
