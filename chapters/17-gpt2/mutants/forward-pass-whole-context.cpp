// [forward_pass] you add all of wpe, the whole context; the text has only its first K positions
arma::mat exercise::forward_pass(const Weights& weights, const arma::uvec& tokens)
{
  arma::mat x = weights.wte.cols(tokens) + weights.wpe;
  for (const Block& block : weights.blocks)
    x = exercise::block(block, x);
  return unembed(weights.ln_f, weights.wte, x);
}
