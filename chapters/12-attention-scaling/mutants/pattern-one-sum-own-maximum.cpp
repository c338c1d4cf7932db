// [attention_pattern] you divide by the sum of all exponentials; each row has its own sum
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  arma::mat A = S;
  A.each_col() -= arma::max(S, 1);
  A = arma::exp(A);
  return A / arma::accu(A);
}
