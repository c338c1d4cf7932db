// [right_inverse] the factor A^T is missing: you return (A A^T)^{-1}, which is n x n
arma::mat exercise::right_inverse(const arma::mat& A)
{
  return arma::inv(A * A.t());
}
