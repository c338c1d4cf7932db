// [weight_back] you return the largest of these weights; return their mean
double exercise::weight_back(const arma::mat& pattern, arma::uword back)
{
  return arma::vec(pattern.diag(-static_cast<arma::sword>(back))).max();
}
