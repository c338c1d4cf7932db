// [right_inverse] an exception: inv(): matrix is singular
arma::mat exercise::right_inverse(const arma::mat& A)
{
  const arma::mat inverse = arma::inv(A.t() * A);
  return inverse * A.t();
}
