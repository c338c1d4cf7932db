// [forward_pass] the positions are missing: the start is wte_{t_k} + wpe_k
arma::mat exercise::forward_pass(const Weights& weights, const arma::uvec& tokens)
{
  arma::mat x(weights.wte.n_rows, tokens.n_elem);
  for (arma::uword k = 0; k < tokens.n_elem; ++k)
    x.col(k) = weights.wte.col(tokens(k));
  for (const Block& each : weights.blocks)
    x = block(each, x);
  return unembed(weights.ln_f, weights.wte, x);
}
