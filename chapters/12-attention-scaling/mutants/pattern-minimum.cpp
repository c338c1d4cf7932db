// [attention_pattern] you subtract the smallest score, which makes exponentials larger still; subtract the largest, so that it becomes 0
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  arma::mat A = S;
  A.each_col() -= arma::min(S, 1);
  A = arma::exp(A);
  A.each_col() /= arma::sum(A, 1);
  return A;
}
