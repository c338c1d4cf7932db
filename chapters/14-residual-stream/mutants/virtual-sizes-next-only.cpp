// [virtual_sizes] you have only the next block; every later one reads too
arma::mat exercise::virtual_sizes(const std::vector<Block>& blocks)
{
  arma::mat sizes(blocks.size(), blocks.size(), arma::fill::zeros);
  for (arma::uword i = 0; i + 1 < blocks.size(); ++i)
    sizes(i + 1, i) = arma::norm(blocks[i + 1].W_in * blocks[i].W_out, "fro");
  return sizes;
}
