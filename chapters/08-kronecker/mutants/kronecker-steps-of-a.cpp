// [kronecker] your blocks follow each other in steps of the size of A; each block is one B
arma::mat exercise::kronecker(const arma::mat& A, const arma::mat& B)
{
  arma::mat K(A.n_rows * B.n_rows, A.n_cols * B.n_cols, arma::fill::zeros);
  for (arma::uword i = 0; i < A.n_rows; i++)
    for (arma::uword j = 0; j < A.n_cols; j++)
      for (arma::uword k = 0; k < B.n_rows; k++)
        for (arma::uword l = 0; l < B.n_cols; l++)
          K(i * A.n_rows + k, j * A.n_cols + l) = A(i, j) * B(k, l);
  return K;
}
