// [split] you share out the tokens, which are columns; every head sees all of them, and has some of the rows
std::vector<arma::mat> exercise::split(const arma::mat& Q, arma::uword H)
{
  const arma::uword K = Q.n_cols / H;
  std::vector<arma::mat> heads;
  for (arma::uword h = 0; h < H; ++h)
    heads.push_back(Q.cols(h * K, (h + 1) * K - 1));
  return heads;
}
