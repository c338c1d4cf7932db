// [weight_back] you divide by K; only K - back queries have a key so far back
double exercise::weight_back(const arma::mat& pattern, arma::uword back)
{
  double sum = 0;
  for (arma::uword i = back; i < pattern.n_rows; ++i)
    sum += pattern(i, i - back);
  return sum / pattern.n_rows;
}
