// [right_inverse] you invert A itself, which only a square matrix allows; A A^T is square
arma::mat exercise::right_inverse(const arma::mat& A)
{
  return arma::inv(A);
}
