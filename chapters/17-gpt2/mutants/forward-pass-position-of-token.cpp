// [forward_pass] you pick the position's embedding by the token's id; it depends on the place k alone
arma::mat exercise::forward_pass(const Weights& weights, const arma::uvec& tokens)
{
  arma::mat x = weights.wte.cols(tokens);
  for (arma::uword k = 0; k < tokens.n_elem; ++k)
    x.col(k) += weights.wpe.col(tokens[k]);
  for (const Block& block : weights.blocks)
    x = exercise::block(block, x);
  return unembed(weights.ln_f, weights.wte, x);
}
