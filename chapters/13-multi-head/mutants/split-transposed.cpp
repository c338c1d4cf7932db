// [split] your heads are transposed: tokens are to stay columns
std::vector<arma::mat> exercise::split(const arma::mat& Q, arma::uword H)
{
  const arma::uword r = Q.n_rows / H;
  std::vector<arma::mat> heads;
  for (arma::uword h = 0; h < H; ++h)
    heads.push_back(Q.rows(h * r, (h + 1) * r - 1).t());
  return heads;
}
