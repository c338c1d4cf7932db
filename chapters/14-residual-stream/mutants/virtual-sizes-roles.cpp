// [virtual_sizes] of the writer it is W_out that counts, of the reader W_in; you have W_in of the writer and W_out of the reader
arma::mat exercise::virtual_sizes(const std::vector<Block>& blocks)
{
  arma::mat sizes(blocks.size(), blocks.size(), arma::fill::zeros);
  for (arma::uword j = 0; j < blocks.size(); ++j)
    for (arma::uword i = 0; i < j; ++i)
      sizes(j, i) = arma::norm(blocks[j].W_out * blocks[i].W_in, "fro");
  return sizes;
}
