// [forward_pass] the token embedding is missing: the start is wte_{t_k} + wpe_k
arma::mat exercise::forward_pass(const Weights& weights, const arma::uvec& tokens)
{
  arma::mat x = weights.wpe.head_cols(tokens.n_elem);
  for (const Block& block : weights.blocks)
    x = exercise::block(block, x);
  return unembed(weights.ln_f, weights.wte, x);
}
