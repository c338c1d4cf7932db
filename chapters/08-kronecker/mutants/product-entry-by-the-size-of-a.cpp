// [product_entry] you divide by the size of A, and take remainders by that of B; both belong to B, as each block is one B
double exercise::product_entry(const arma::mat& A, const arma::mat& B, arma::uword r, arma::uword c)
{
  return A(r / A.n_rows, c / A.n_cols) * B(r % B.n_rows, c % B.n_cols);
}
