// [gradient_before] this is the direct way alone; the block depends on x too
arma::mat exercise::gradient_before(const arma::mat& x, const Block& block, const arma::mat& g)
{
  (void)x;
  (void)block;
  return g;
}
