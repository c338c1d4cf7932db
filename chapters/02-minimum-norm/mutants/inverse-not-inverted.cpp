// [right_inverse] A A^T enters your product as it is; take its inverse
arma::mat exercise::right_inverse(const arma::mat& A)
{
  return A.t() * (A * A.t());
}
