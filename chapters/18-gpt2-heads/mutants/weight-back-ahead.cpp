// [weight_back] you look ahead: a query's earlier keys are to the left of the diagonal
double exercise::weight_back(const arma::mat& pattern, arma::uword back)
{
  return arma::mean(pattern.diag(back));
}
