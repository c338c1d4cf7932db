// [largest_temperature] this is 1 / T: how much the scores are to be multiplied by
double exercise::largest_temperature(double gap, arma::uword n, double epsilon)
{
  return std::log(double(n - 1) * (1 - epsilon) / epsilon) / gap;
}
