// [weight_back] you divide by one too few: i = back, ..., K - 1 are K - back queries
double exercise::weight_back(const arma::mat& pattern, arma::uword back)
{
  return arma::accu(pattern.diag(-static_cast<arma::sword>(back))) /
         (static_cast<double>(pattern.n_rows) - static_cast<double>(back) - 1);
}
