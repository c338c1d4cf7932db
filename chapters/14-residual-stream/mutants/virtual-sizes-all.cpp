// [virtual_sizes] later blocks are not heard by earlier ones: only i < j counts
arma::mat exercise::virtual_sizes(const std::vector<Block>& blocks)
{
  arma::mat sizes(blocks.size(), blocks.size(), arma::fill::zeros);
  for (arma::uword j = 0; j < blocks.size(); ++j)
    for (arma::uword i = 0; i < blocks.size(); ++i)
      sizes(j, i) = i == j ? 0 : arma::norm(blocks[j].W_in * blocks[i].W_out, "fro");
  return sizes;
}
