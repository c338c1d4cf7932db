// [weight_back] you return the sum of the weights; return their mean
double exercise::weight_back(const arma::mat& pattern, arma::uword back)
{
  double sum = 0;
  for (arma::uword i = back; i < pattern.n_rows; ++i)
    sum += pattern(i, i - back);
  return sum;
}
