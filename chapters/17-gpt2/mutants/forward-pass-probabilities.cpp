// [forward_pass] you return probabilities; logits are what softmax would be given
arma::mat exercise::forward_pass(const Weights& weights, const arma::uvec& tokens)
{
  arma::mat x = weights.wte.cols(tokens) + weights.wpe.head_cols(tokens.n_elem);
  for (const Block& each : weights.blocks)
    x = block(each, x);
  arma::mat p = unembed(weights.ln_f, weights.wte, x);
  p.each_row() -= arma::max(p, 0);
  p = arma::exp(p);
  p.each_row() /= arma::sum(p, 0);
  return p;
}
