// [tensor_action] you leave A as it is; in B M A^T it is transposed
arma::mat exercise::tensor_action(const arma::mat& A, const arma::mat& B, const arma::mat& M)
{
  return B * M * A;
}
