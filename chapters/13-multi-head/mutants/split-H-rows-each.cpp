// [split] you return r heads of H rows each; H heads of r rows are wanted
std::vector<arma::mat> exercise::split(const arma::mat& Q, arma::uword H)
{
  const arma::uword r = Q.n_rows / H;
  std::vector<arma::mat> heads;
  for (arma::uword h = 0; h < r; ++h)
    heads.push_back(Q.rows(h * H, (h + 1) * H - 1));
  return heads;
}
