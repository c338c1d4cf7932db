// [gradient_before] ReLU is not applied to the gradient: the 1 or 0 comes from W_in x
arma::mat exercise::gradient_before(const arma::mat& x, const Block& block, const arma::mat& g)
{
  const arma::mat slope = arma::conv_to<arma::mat>::from(block.W_out.t() * g > 0);
  return g + block.W_in.t() * (slope % (block.W_out.t() * g));
}
