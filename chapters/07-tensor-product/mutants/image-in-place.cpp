// [image] you multiply column j by B but do not mix the columns; A mixes them
arma::vec exercise::image(const arma::mat& A, const arma::mat& B, const arma::mat& M, arma::uword j)
{
  return B * M.col(j);
}
