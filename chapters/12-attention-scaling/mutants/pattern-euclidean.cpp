// [attention_pattern] your rows have length 1 (arma::normalise); their sum must be 1
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  arma::mat A = S;
  A.each_col() -= arma::max(S, 1);
  return arma::normalise(arma::exp(A), 2, 1);
}
