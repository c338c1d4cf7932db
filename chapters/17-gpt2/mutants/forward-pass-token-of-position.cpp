// [forward_pass] you embed the ids 0, 1, ..., the places in the text; embed the token t_k at each place
arma::mat exercise::forward_pass(const Weights& weights, const arma::uvec& tokens)
{
  arma::mat x = weights.wte.head_cols(tokens.n_elem) + weights.wpe.head_cols(tokens.n_elem);
  for (const Block& block : weights.blocks)
    x = exercise::block(block, x);
  return unembed(weights.ln_f, weights.wte, x);
}
