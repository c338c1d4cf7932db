// [forward_pass] the blocks run in reverse order; the first of the list comes first
arma::mat exercise::forward_pass(const Weights& weights, const arma::uvec& tokens)
{
  arma::mat x = weights.wte.cols(tokens) + weights.wpe.head_cols(tokens.n_elem);
  for (std::size_t i = weights.blocks.size(); i-- > 0;)
    x = block(weights.blocks[i], x);
  return unembed(weights.ln_f, weights.wte, x);
}
