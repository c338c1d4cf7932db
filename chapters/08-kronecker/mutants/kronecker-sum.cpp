// [kronecker] you add the entry a_ij to B; it is multiplied
arma::mat exercise::kronecker(const arma::mat& A, const arma::mat& B)
{
  arma::mat K(A.n_rows * B.n_rows, A.n_cols * B.n_cols);
  for (arma::uword i = 0; i < A.n_rows; i++)
    for (arma::uword j = 0; j < A.n_cols; j++)
      K.submat(i * B.n_rows, j * B.n_cols, arma::size(B)) = A(i, j) + B;
  return K;
}
