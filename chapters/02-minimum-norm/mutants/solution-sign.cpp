// [minimum_norm_solution] your sign is the opposite: A x is -y
arma::vec exercise::minimum_norm_solution(const arma::mat& A, const arma::vec& y)
{
  return -(right_inverse(A) * y);
}
