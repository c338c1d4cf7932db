// [right_inverse] you take the reciprocal of each entry of A A^T; the inverse of a matrix is another matrix
arma::mat exercise::right_inverse(const arma::mat& A)
{
  arma::mat gram = A * A.t();
  gram.transform([](double g) { return 1 / g; });
  return A.t() * gram;
}
