// [product_entry] you divide the column by the number of rows of B; a block is as wide as B has columns
double exercise::product_entry(const arma::mat& A, const arma::mat& B, arma::uword r, arma::uword c)
{
  return A(r / B.n_rows, c / B.n_rows) * B(r % B.n_rows, c % B.n_rows);
}
