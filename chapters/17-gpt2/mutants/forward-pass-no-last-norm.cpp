// [forward_pass] the last layer norm is missing: the end is A^T ln_f(x)
arma::mat exercise::forward_pass(const Weights& weights, const arma::uvec& tokens)
{
  arma::mat x = weights.wte.cols(tokens) + weights.wpe.cols(0, tokens.n_elem - 1);
  for (arma::uword layer = 0; layer < weights.blocks.size(); ++layer)
    x = block(weights.blocks[layer], x);
  return weights.wte.t() * x;
}
