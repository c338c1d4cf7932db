// [product_entry] you forget the factor from A: within block (i, j) each entry of B is multiplied by a_ij
double exercise::product_entry(const arma::mat& A, const arma::mat& B, arma::uword r, arma::uword c)
{
  return B(r % B.n_rows, c % B.n_cols);
}
