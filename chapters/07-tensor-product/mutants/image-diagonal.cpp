// [image] you take a_jj B C_j alone; the sum runs over all columns of M
arma::vec exercise::image(const arma::mat& A, const arma::mat& B, const arma::mat& M, arma::uword j)
{
  return A(j, j) * (B * M.col(j));
}
