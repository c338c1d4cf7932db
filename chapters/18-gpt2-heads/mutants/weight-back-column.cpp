// [weight_back] you take one column; the key `back` places before the query is a different one for each query
double exercise::weight_back(const arma::mat& pattern, arma::uword back)
{
  return arma::mean(arma::vec(pattern.col(back)));
}
