// [right_inverse] A^T A is N x N and its rank is n only, so it has no inverse; A A^T has one
arma::mat exercise::right_inverse(const arma::mat& A)
{
  return arma::inv(A.t() * A) * A.t();
}
