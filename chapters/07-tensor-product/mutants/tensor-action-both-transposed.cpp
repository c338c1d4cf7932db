// [tensor_action] you transpose both factors; B stays as it is
arma::mat exercise::tensor_action(const arma::mat& A, const arma::mat& B, const arma::mat& M)
{
  return B.t() * M * A.t();
}
