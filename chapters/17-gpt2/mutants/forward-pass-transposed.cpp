// [forward_pass] your result is transposed: positions are columns, tokens of the vocabulary rows
arma::mat exercise::forward_pass(const Weights& weights, const arma::uvec& tokens)
{
  arma::mat x = weights.wte.cols(tokens) + weights.wpe.head_cols(tokens.n_elem);
  for (const Block& block : weights.blocks)
    x = exercise::block(block, x);
  return unembed(weights.ln_f, weights.wte, x).t();
}
