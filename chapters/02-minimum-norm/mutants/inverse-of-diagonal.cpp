// [right_inverse] you treat A A^T as diagonal; the rows of A may be at any angle to one another
arma::mat exercise::right_inverse(const arma::mat& A)
{
  arma::mat B = A.t();
  for (arma::uword i = 0; i < A.n_rows; ++i)
    B.col(i) /= arma::dot(A.row(i), A.row(i));
  return B;
}
