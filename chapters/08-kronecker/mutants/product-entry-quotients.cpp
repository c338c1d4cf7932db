// [product_entry] index out of bounds
double exercise::product_entry(const arma::mat& A, const arma::mat& B, arma::uword r, arma::uword c)
{
  // Quotient and remainder exchanged.
  return A(r % B.n_rows, c % B.n_cols) * B(r / B.n_rows, c / B.n_cols);
}
