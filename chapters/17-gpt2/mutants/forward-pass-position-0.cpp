// [forward_pass] every token gets the embedding of position 0; token k is at position k
arma::mat exercise::forward_pass(const Weights& weights, const arma::uvec& tokens)
{
  arma::mat x = weights.wte.cols(tokens);
  x.each_col() += weights.wpe.col(0);
  for (const Block& each : weights.blocks)
    x = block(each, x);
  return unembed(weights.ln_f, weights.wte, x);
}
