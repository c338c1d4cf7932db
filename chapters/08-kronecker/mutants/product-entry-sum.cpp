// [product_entry] you add the two entries; in a_ij B they are multiplied
double exercise::product_entry(const arma::mat& A, const arma::mat& B, arma::uword r, arma::uword c)
{
  const double a = A(r / B.n_rows, c / B.n_cols), b = B(r % B.n_rows, c % B.n_cols);
  return a + b;
}
