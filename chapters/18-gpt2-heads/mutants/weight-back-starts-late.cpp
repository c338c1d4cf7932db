// [weight_back] your sum begins one query too late: query number `back` has such a key already, key 0
double exercise::weight_back(const arma::mat& pattern, arma::uword back)
{
  double sum = 0;
  for (arma::uword i = back + 1; i < pattern.n_rows; ++i)
    sum += pattern(i, i - back);
  return sum / static_cast<double>(pattern.n_rows - back);
}
