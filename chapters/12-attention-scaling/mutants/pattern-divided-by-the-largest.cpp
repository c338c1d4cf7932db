// [attention_pattern] you divide by the largest score instead of subtracting it: that changes the result
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  arma::mat A = S;
  A.each_col() /= arma::max(S, 1);
  A = arma::exp(A);
  A.each_col() /= arma::sum(A, 1);
  return A;
}
