// [mutual_information] your logarithm is to the base 2; the formula has ln
arma::mat exercise::mutual_information(const arma::mat& C, double kappa)
{
  const arma::mat P = C / arma::accu(C);
  const arma::mat chance = arma::sum(P, 1) * arma::sum(P, 0);
  return arma::log2((P + kappa * chance) / ((1 + kappa) * chance));
}
