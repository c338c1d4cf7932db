// [forward_pass] every block of yours has the weights of the first; each has weights of its own
arma::mat exercise::forward_pass(const Weights& weights, const arma::uvec& tokens)
{
  arma::mat x = weights.wte.cols(tokens) + weights.wpe.cols(0, tokens.n_elem - 1);
  for (arma::uword layer = 0; layer < weights.blocks.size(); ++layer)
    x = block(weights.blocks[0], x);
  return unembed(weights.ln_f, weights.wte, x);
}
