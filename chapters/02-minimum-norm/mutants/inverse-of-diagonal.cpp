// [right_inverse] you take A A^T for diagonal; its rows may have any angle to one another
arma::mat exercise::right_inverse(const arma::mat& A)
{
  arma::mat B = A.t();
  for (arma::uword i = 0; i < A.n_rows; ++i)
    B.col(i) /= arma::dot(A.row(i), A.row(i));
  return B;
}
