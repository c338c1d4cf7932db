// [attention_pattern] a matrix and a column have different sizes: Armadillo's - and / do not repeat the column for you
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  const arma::mat E = arma::exp(S - arma::max(S, 1));
  return E / arma::sum(E, 1);
}
