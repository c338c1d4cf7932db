// [attention_pattern] you subtract the largest score of each column, and divide by the sum of each row; both belong to the row
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  arma::mat A = S;
  A.each_row() -= arma::max(S, 0);
  A = arma::exp(A);
  A.each_col() /= arma::sum(A, 1);
  return A;
}
