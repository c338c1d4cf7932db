// [right_inverse] you divide by the determinant of A A^T; that is its inverse only if A is one row
arma::mat exercise::right_inverse(const arma::mat& A)
{
  return A.t() / arma::det(A * A.t());
}
