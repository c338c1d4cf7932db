// [product_entry] you exchange rows and columns: this is entry (c, r)
double exercise::product_entry(const arma::mat& A, const arma::mat& B, arma::uword r, arma::uword c)
{
  return A(c / B.n_rows, r / B.n_cols) * B(c % B.n_rows, r % B.n_cols);
}
