// [forward_pass] you return the logits after the last token alone; every column has its own
arma::mat exercise::forward_pass(const Weights& weights, const arma::uvec& tokens)
{
  arma::mat x = weights.wte.cols(tokens) + weights.wpe.cols(0, tokens.n_elem - 1);
  for (const Block& each : weights.blocks)
    x = block(each, x);
  return unembed(weights.ln_f, weights.wte, x.tail_cols(1));
}
