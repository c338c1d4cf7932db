// [attention_pattern] you cut off large scores, so that different ones become equal; subtracting the same number from a whole row changes nothing
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  arma::mat A = arma::exp(arma::clamp(S, -700, 700));
  A.each_col() /= arma::sum(A, 1);
  return A;
}
