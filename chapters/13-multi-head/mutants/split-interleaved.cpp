// [split] you deal the rows out in turn, row 0 to head 0, row 1 to head 1; a head has r rows that are neighbours
std::vector<arma::mat> exercise::split(const arma::mat& Q, arma::uword H)
{
  const arma::uword r = Q.n_rows / H;
  std::vector<arma::mat> heads;
  for (arma::uword h = 0; h < H; ++h)
    heads.push_back(Q.rows(arma::regspace<arma::uvec>(h, H, h + (r - 1) * H)));
  return heads;
}
