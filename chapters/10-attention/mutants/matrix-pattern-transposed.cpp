// [head_as_matrix] with A^T this is vec(W x A); the formula has A^T on the right, and the transpose is in it already
arma::mat exercise::head_as_matrix(const arma::mat& A, const arma::mat& W)
{
  return arma::kron(arma::mat(A.t()), W);
}
