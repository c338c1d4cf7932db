// [gelu_minimum] this is the minimum of the sigmoid approximation, not of GELU itself
double exercise::gelu_minimum()
{
  double low = -1, high = 0;
  while (high - low > 1e-12) {
    const double x = (low + high) / 2, s = 1 / (1 + std::exp(-1.702 * x));
    (s + 1.702 * x * s * (1 - s) < 0 ? low : high) = x;
  }
  return high;
}
