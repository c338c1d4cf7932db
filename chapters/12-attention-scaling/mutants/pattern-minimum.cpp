// [attention_pattern] the smallest score is subtracted, which makes exponentials larger still; it is the largest that must become 0
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  arma::mat A = S;
  A.each_col() -= arma::min(S, 1);
  A = arma::exp(A);
  A.each_col() /= arma::sum(A, 1);
  return A;
}
