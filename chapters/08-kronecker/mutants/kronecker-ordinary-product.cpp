// [kronecker] you return the ordinary product A B; in the Kronecker product each a_ij multiplies a whole B
arma::mat exercise::kronecker(const arma::mat& A, const arma::mat& B)
{
  return A * B;
}
