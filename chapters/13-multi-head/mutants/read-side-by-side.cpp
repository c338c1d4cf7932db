// [read_by_head] you put queries, keys and values side by side; they are to be one below the other
arma::mat exercise::read_by_head(const arma::mat& W, arma::uword H, arma::uword h)
{
  const std::vector<arma::mat> blocks = split(W, 3 * H);
  return arma::join_rows(blocks[h], blocks[H + h], blocks[2 * H + h]);
}
