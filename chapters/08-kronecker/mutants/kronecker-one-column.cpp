// [kronecker] you put all blocks below one another; arrange them as the entries of A are arranged, in rows and columns
arma::mat exercise::kronecker(const arma::mat& A, const arma::mat& B)
{
  arma::mat C(A.n_elem * B.n_rows, B.n_cols);
  arma::uword top = 0;
  for (arma::uword i = 0; i < A.n_rows; ++i)
    for (arma::uword j = 0; j < A.n_cols; ++j)
      for (arma::uword k = 0; k < B.n_rows; ++k, ++top)
        for (arma::uword l = 0; l < B.n_cols; ++l)
          C(top, l) = A(i, j) * B(k, l);
  return C;
}
