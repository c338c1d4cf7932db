// [head_as_matrix] this is I ⊗ W: every token is changed by W, but none hears another
arma::mat exercise::head_as_matrix(const arma::mat& A, const arma::mat& W)
{
  return arma::kron(arma::mat(A.n_rows, A.n_rows, arma::fill::eye), W);
}
