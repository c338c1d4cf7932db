// [mutual_information] you add kappa to every share; it is to be a share of chance, kappa P_c P_w
arma::mat exercise::mutual_information(const arma::mat& C, double kappa)
{
  const arma::mat P = C / arma::accu(C);
  const arma::mat chance = arma::sum(P, 1) * arma::sum(P, 0);
  return arma::log((P + kappa) / ((1 + kappa) * chance));
}
