// [product_entry] you form the whole product, 65 GB for two matrices of 300 x 300, to read one entry
double exercise::product_entry(const arma::mat& A, const arma::mat& B, arma::uword r, arma::uword c)
{
  const arma::mat product = kronecker(A, B);
  return product(r, c);
}
