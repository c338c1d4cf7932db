// [virtual_sizes] rows are readers and columns writers; you have them exchanged
arma::mat exercise::virtual_sizes(const std::vector<Block>& blocks)
{
  arma::mat sizes(blocks.size(), blocks.size(), arma::fill::zeros);
  for (arma::uword j = 0; j < blocks.size(); ++j)
    for (arma::uword i = 0; i < j; ++i)
      sizes(i, j) = arma::norm(blocks[j].W_in * blocks[i].W_out, "fro");
  return sizes;
}
