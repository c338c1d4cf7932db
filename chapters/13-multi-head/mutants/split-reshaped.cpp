// [split] you cut the memory into H pieces of equal length; it goes down the columns, so that each piece is made of whole tokens
std::vector<arma::mat> exercise::split(const arma::mat& Q, arma::uword H)
{
  const arma::uword r = Q.n_rows / H;
  std::vector<arma::mat> heads;
  for (arma::uword h = 0; h < H; ++h)
    heads.push_back(arma::mat(Q.memptr() + h * r * Q.n_cols, r, Q.n_cols));
  return heads;
}
