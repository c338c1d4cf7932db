// [kronecker] you multiply entry by entry; every entry of A is multiplied by every entry of B
arma::mat exercise::kronecker(const arma::mat& A, const arma::mat& B)
{
  return A % B;
}
