// [weight_back] your sum ends one query too early: i runs to K - 1, included
double exercise::weight_back(const arma::mat& pattern, arma::uword back)
{
  double sum = 0;
  for (arma::uword i = back; i + 1 < pattern.n_rows; ++i)
    sum += pattern(i, i - back);
  return sum / static_cast<double>(pattern.n_rows - back);
}
