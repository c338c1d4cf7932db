// [tensor_action] you exchange A and B; B goes to the left, A to the right
arma::mat exercise::tensor_action(const arma::mat& A, const arma::mat& B, const arma::mat& M)
{
  return A * M * B.t();
}
