// [split] head 0 has the last rows; it is to have the first
std::vector<arma::mat> exercise::split(const arma::mat& Q, arma::uword H)
{
  const arma::uword r = Q.n_rows / H;
  std::vector<arma::mat> heads;
  for (arma::uword h = 0; h < H; ++h)
    heads.insert(heads.begin(), Q.rows(h * r, (h + 1) * r - 1));
  return heads;
}
