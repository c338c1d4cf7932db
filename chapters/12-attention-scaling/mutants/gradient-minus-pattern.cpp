// [pattern_gradient] you subtract A_ij alone from G_ij; subtract a mean of G
arma::mat exercise::pattern_gradient(const arma::mat& A, const arma::mat& G)
{
  return A % (G - A);
}
