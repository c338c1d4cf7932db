// [normal_distribution] 1 + erf cancels in the left tail, where erf is almost -1; use std::erfc
double exercise::normal_distribution(double x)
{
  return 0.5 * (1.0 + std::erf(x / std::sqrt(2.0)));
}
