// [gradient_before] back through a matrix the gradient is multiplied by the transpose
arma::mat exercise::gradient_before(const arma::mat& x, const Block& block, const arma::mat& g)
{
  const arma::mat slope = arma::conv_to<arma::mat>::from(block.W_in * x > 0);
  return g + block.W_in * (slope % (block.W_out * g));
}
