// [mutual_information] you do not divide by 1 + kappa, so that words which know nothing of each other have ln(1 + kappa) instead of 0
arma::mat exercise::mutual_information(const arma::mat& C, double kappa)
{
  const arma::mat P = C / arma::accu(C);
  const arma::mat chance = arma::sum(P, 1) * arma::sum(P, 0);
  return arma::log((P + kappa * chance) / chance);
}
