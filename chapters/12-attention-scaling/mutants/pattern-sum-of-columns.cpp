// [attention_pattern] you subtract the largest score of each row, and divide by the sum of each column; both belong to the row
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  arma::mat A = S;
  A.each_col() -= arma::max(S, 1);
  A = arma::exp(A);
  A.each_row() /= arma::sum(A, 0);
  return A;
}
