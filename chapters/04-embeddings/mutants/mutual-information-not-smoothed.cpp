// [mutual_information] you leave kappa out: where the count is 0 your logarithm is -infinity
arma::mat exercise::mutual_information(const arma::mat& C, double kappa)
{
  const arma::mat P = C / arma::accu(C);
  return arma::log(P / (arma::sum(P, 1) * arma::sum(P, 0)));
}
