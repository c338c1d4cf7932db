// [forward_pass] the first block is skipped: the list begins at 0
arma::mat exercise::forward_pass(const Weights& weights, const arma::uvec& tokens)
{
  arma::mat x = weights.wte.cols(tokens) + weights.wpe.head_cols(tokens.n_elem);
  for (std::size_t i = 1; i < weights.blocks.size(); ++i)
    x = block(weights.blocks[i], x);
  return unembed(weights.ln_f, weights.wte, x);
}
