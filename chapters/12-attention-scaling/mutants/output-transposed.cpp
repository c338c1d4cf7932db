// [attention_output] your result is A V^T, the transpose: each output is to be a column
arma::mat exercise::attention_output(const arma::mat& V, const arma::mat& A)
{
  arma::mat Z(A.n_rows, V.n_rows);
  for (arma::uword i = 0; i < A.n_rows; ++i)
    for (arma::uword l = 0; l < V.n_rows; ++l)
      Z(i, l) = arma::dot(A.row(i), V.row(l));
  return Z;
}
