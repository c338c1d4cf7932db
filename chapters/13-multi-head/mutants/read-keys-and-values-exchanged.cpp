// [read_by_head] keys are the second third of W and values the last: you have exchanged them
arma::mat exercise::read_by_head(const arma::mat& W, arma::uword H, arma::uword h)
{
  const std::vector<arma::mat> blocks = split(W, 3 * H);
  return arma::join_cols(blocks[h], blocks[2 * H + h], blocks[H + h]);
}
