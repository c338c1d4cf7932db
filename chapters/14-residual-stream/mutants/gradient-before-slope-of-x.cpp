// [gradient_before] ReLU was applied to W_in x, and its derivative is taken there, not at x
arma::mat exercise::gradient_before(const arma::mat& x, const Block& block, const arma::mat& g)
{
  const arma::mat slope = arma::conv_to<arma::mat>::from(x > 0);
  return g + block.W_in.t() * (slope % (block.W_out.t() * g));
}
