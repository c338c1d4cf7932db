// [mutual_information] you use counts where the formula has shares: divide by the sum of all counts first
arma::mat exercise::mutual_information(const arma::mat& C, double kappa)
{
  const arma::mat P = C;
  const arma::mat chance = arma::sum(P, 1) * arma::sum(P, 0);
  return arma::log((P + kappa * chance) / ((1 + kappa) * chance));
}
