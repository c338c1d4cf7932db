// [product_entry] this is the entry of B (x) A: divide by the size of B, since each block is one B
double exercise::product_entry(const arma::mat& A, const arma::mat& B, arma::uword r, arma::uword c)
{
  const arma::uword i = r / A.n_rows, j = c / A.n_cols;
  const arma::uword k = r - i * A.n_rows, l = c - j * A.n_cols;
  return A(k, l) * B(i, j);
}
