// [invariants] you multiply the determinants without exponents; B acts on p columns and A on n rows
exercise::Invariants exercise::invariants(const arma::mat& A, const arma::mat& B)
{
  return {arma::trace(A) * arma::trace(B), arma::det(A) * arma::det(B)};
}
