// [head_as_matrix] this is A ⊗ I: tokens are mixed, but W is forgotten
arma::mat exercise::head_as_matrix(const arma::mat& A, const arma::mat& W)
{
  return arma::kron(A, arma::mat(W.n_cols, W.n_cols, arma::fill::eye));
}
