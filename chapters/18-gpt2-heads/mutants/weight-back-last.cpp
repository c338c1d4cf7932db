// [weight_back] you leave out the last query: i runs to K - 1, included
double exercise::weight_back(const arma::mat& pattern, arma::uword back)
{
  double sum = 0, weights = 0;
  for (arma::uword i = back; i + 1 < pattern.n_rows; ++i, ++weights)
    sum += pattern(i, i - back);
  return sum / weights;
}
