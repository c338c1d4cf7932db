// [right_inverse] (A A^T)^{-1} is missing: you return A^T, as if the rows had length 1 and were perpendicular
arma::mat exercise::right_inverse(const arma::mat& A)
{
  arma::mat B(A.n_cols, A.n_rows);
  for (arma::uword i = 0; i < A.n_rows; i++)
    for (arma::uword j = 0; j < A.n_cols; j++)
      B(j, i) = A(i, j);
  return B;
}
