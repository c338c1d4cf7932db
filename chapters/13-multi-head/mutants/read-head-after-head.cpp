// [read_by_head] you take 3 r rows that are neighbours, as if W had head after head; it has all queries, then all keys, then all values
arma::mat exercise::read_by_head(const arma::mat& W, arma::uword H, arma::uword h)
{
  const std::vector<arma::mat> blocks = split(W, 3 * H);
  return arma::join_cols(blocks[3 * h], blocks[3 * h + 1], blocks[3 * h + 2]);
}
