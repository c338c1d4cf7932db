// [head_as_matrix] W is not transposed: it is on the left of x
arma::mat exercise::head_as_matrix(const arma::mat& A, const arma::mat& W)
{
  return arma::kron(A, arma::mat(W.t()));
}
