// [normal_distribution] erf is 0 in the middle, where the probability is 1/2: halve 1 + erf
double exercise::normal_distribution(double x)
{
  return 0.5 * std::erf(x / std::sqrt(2.0));
}
