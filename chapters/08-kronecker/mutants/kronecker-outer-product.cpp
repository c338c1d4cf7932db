// [kronecker] you multiply vec(A) by the row vec(B)^T: these are the right products, but not in blocks
arma::mat exercise::kronecker(const arma::mat& A, const arma::mat& B)
{
  return vectorized(A) * vectorized(B).t();
}
