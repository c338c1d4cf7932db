// [normal_distribution] erfc integrates e^{-u^2}, the normal law e^{-t^2 / 2}: divide x by sqrt(2)
double exercise::normal_distribution(double x)
{
  return x < 0 ? std::erfc(-x) / 2 : 1 - std::erfc(x) / 2;
}
