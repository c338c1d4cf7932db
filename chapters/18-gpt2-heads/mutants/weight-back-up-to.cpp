// [weight_back] you take all keys up to `back` places before the query; take only the one exactly so far back
double exercise::weight_back(const arma::mat& pattern, arma::uword back)
{
  double sum = 0;
  for (arma::uword i = back; i < pattern.n_rows; ++i)
    for (arma::uword j = i - back; j <= i; ++j)
      sum += pattern(i, j);
  return sum / static_cast<double>(pattern.n_rows - back);
}
