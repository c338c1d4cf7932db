// [block_3_receives] X multiplies what block 1 returned, not what was there
arma::mat exercise::block_3_receives(const arma::mat& u_0, const arma::mat& u_1, const Corners& of)
{
  return of.Z * of.X * (u_0 + u_1);
}
