// [minimum_norm_solution] you scale x to length 1; then A x is no longer y
arma::vec exercise::minimum_norm_solution(const arma::mat& A, const arma::vec& y)
{
  arma::vec x = right_inverse(A) * y;
  const double length = arma::norm(x);
  if (length > 0)
    x /= length;
  return x;
}
