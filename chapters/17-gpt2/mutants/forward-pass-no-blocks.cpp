// [forward_pass] the blocks are missing, between embedding and unembedding
arma::mat exercise::forward_pass(const Weights& weights, const arma::uvec& tokens)
{
  const arma::mat x = weights.wte.cols(tokens) + weights.wpe.head_cols(tokens.n_elem);
  return unembed(weights.ln_f, weights.wte, x);
}
