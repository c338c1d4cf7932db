// [block_3_receives] this is what the stream has; block 3 reads it through Z
arma::mat exercise::block_3_receives(const arma::mat& u_0, const arma::mat& u_1, const Corners& of)
{
  return u_0 + of.X * u_1;
}
