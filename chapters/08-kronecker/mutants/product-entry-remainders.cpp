// [product_entry] you take remainders for A as well as for B: the entries of A change from block to block, not within one
double exercise::product_entry(const arma::mat& A, const arma::mat& B, arma::uword r, arma::uword c)
{
  return A(r % A.n_rows, c % A.n_cols) * B(r % B.n_rows, c % B.n_cols);
}
