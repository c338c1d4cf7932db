// [right_inverse] your B is a right inverse, but not the one of the shortest x: you invert the first n columns of A and leave out the others
arma::mat exercise::right_inverse(const arma::mat& A)
{
  arma::mat B(A.n_cols, A.n_rows, arma::fill::zeros);
  B.head_rows(A.n_rows) = arma::inv(A.head_cols(A.n_rows));
  return B;
}
