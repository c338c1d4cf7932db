// [normal_distribution] erf is 0 in the middle, where the probability is 1/2: it is 1 + erf that is halved
double exercise::normal_distribution(double x)
{
  return 0.5 * std::erf(x / std::sqrt(2.0));
}
