// [normal_distribution] erf integrates e^{-u^2}, the normal law e^{-t^2 / 2}: divide x by sqrt(2)
double exercise::normal_distribution(double x)
{
  return 0.5 * (1 + std::erf(x));
}
