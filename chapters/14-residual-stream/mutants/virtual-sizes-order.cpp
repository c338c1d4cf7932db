// [virtual_sizes] the product is the other way round: W_out writes first, so it is on the right
arma::mat exercise::virtual_sizes(const std::vector<Block>& blocks)
{
  arma::mat sizes(blocks.size(), blocks.size(), arma::fill::zeros);
  for (arma::uword j = 0; j < blocks.size(); ++j)
    for (arma::uword i = 0; i < j; ++i)
      sizes(j, i) = arma::norm(blocks[i].W_out * blocks[j].W_in, "fro");
  return sizes;
}
