// [tensor_action] you transpose B instead of A
arma::mat exercise::tensor_action(const arma::mat& A, const arma::mat& B, const arma::mat& M)
{
  return B.t() * M * A;
}
