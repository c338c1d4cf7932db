// [head_as_matrix] W ⊗ A acts on the rows one after the other; vec puts columns one below the other, and for these it is A ⊗ W
arma::mat exercise::head_as_matrix(const arma::mat& A, const arma::mat& W)
{
  return arma::kron(W, A);
}
