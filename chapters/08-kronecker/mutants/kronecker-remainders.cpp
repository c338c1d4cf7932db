// [kronecker] you take remainders for A as well as for B: the entries of A change from block to block, not within one
arma::mat exercise::kronecker(const arma::mat& A, const arma::mat& B)
{
  arma::mat K(A.n_rows * B.n_rows, A.n_cols * B.n_cols);
  for (arma::uword r = 0; r < K.n_rows; r++)
    for (arma::uword c = 0; c < K.n_cols; c++)
      K(r, c) = A(r % A.n_rows, c % A.n_cols) * B(r % B.n_rows, c % B.n_cols);
  return K;
}
