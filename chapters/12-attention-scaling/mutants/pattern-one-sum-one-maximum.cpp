// [attention_pattern] you divide by the sum of all exponentials; each row has its own sum
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  const arma::mat E = arma::exp(S - S.max());
  return E / arma::accu(E);
}
