// [kronecker] your blocks overlap: block (i, j) begins at row i and column j, where each block is one B
arma::mat exercise::kronecker(const arma::mat& A, const arma::mat& B)
{
  arma::mat K(A.n_rows * B.n_rows, A.n_cols * B.n_cols, arma::fill::zeros);
  for (arma::uword i = 0; i < A.n_rows; i++)
    for (arma::uword j = 0; j < A.n_cols; j++)
      K.submat(i, j, arma::size(B)) = A(i, j) * B;
  return K;
}
