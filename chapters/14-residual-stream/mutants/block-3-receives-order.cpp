// [block_3_receives] you apply Z first and X last; block 1 writes through X before block 3 reads through Z
arma::mat exercise::block_3_receives(const arma::mat& u_0, const arma::mat& u_1, const Corners& of)
{
  return of.Z * u_0 + of.X * of.Z * u_1;
}
