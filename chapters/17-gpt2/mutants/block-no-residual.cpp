// [block] the residual additions are missing: each half adds to what it was given
arma::mat exercise::block(const Block& weights, const arma::mat& x)
{
  arma::mat y = multi_head(weights.attn, layer_norm(weights.ln_1, x));
  y = exercise::mlp(weights.mlp, layer_norm(weights.ln_2, y));
  return y;
}
