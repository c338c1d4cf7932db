// [product_entry] quotient and remainder are exchanged: the quotients belong to A, the remainders to B
double exercise::product_entry(const arma::mat& A, const arma::mat& B, arma::uword r, arma::uword c)
{
  // Quotient and remainder exchanged.
  return A(r % B.n_rows, c % B.n_cols) * B(r / B.n_rows, c / B.n_cols);
}
