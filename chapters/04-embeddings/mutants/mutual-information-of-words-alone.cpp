// [mutual_information] you divide by P_w alone, as for P(c | w); the frequency of the context is missing
arma::mat exercise::mutual_information(const arma::mat& C, double kappa)
{
  const arma::mat P = C / arma::accu(C);
  const arma::mat chance = arma::sum(P, 1) * arma::sum(P, 0);
  const arma::mat of_word = arma::repmat(arma::sum(P, 0), P.n_rows, 1);
  return arma::log((P + kappa * chance) / ((1 + kappa) * of_word));
}
