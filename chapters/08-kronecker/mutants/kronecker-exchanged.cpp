// [kronecker] your factors are exchanged, this is B (x) A: the entries of A multiply copies of B
arma::mat exercise::kronecker(const arma::mat& A, const arma::mat& B)
{
  arma::mat C(A.n_rows * B.n_rows, A.n_cols * B.n_cols);
  for (arma::uword r = 0; r < C.n_rows; ++r)
    for (arma::uword c = 0; c < C.n_cols; ++c)
      C(r, c) = A(r % A.n_rows, c % A.n_cols) * B(r / A.n_rows, c / A.n_cols);
  return C;
}
