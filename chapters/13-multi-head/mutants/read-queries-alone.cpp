// [read_by_head] these are the queries alone; keys and values are to be below them
arma::mat exercise::read_by_head(const arma::mat& W, arma::uword H, arma::uword h)
{
  const std::vector<arma::mat> blocks = split(W, 3 * H);
  return blocks[h];
}
