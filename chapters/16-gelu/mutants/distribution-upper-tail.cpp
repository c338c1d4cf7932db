// [normal_distribution] your sign is wrong: this is the probability of a number above x
double exercise::normal_distribution(double x)
{
  return 0.5 * std::erfc(x * std::sqrt(0.5));
}
