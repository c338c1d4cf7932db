// [gelu_minimum] your sign is wrong: the dip is left of 0
double exercise::gelu_minimum()
{
  double low = -1, high = 0;
  while (high - low > 1e-12) {
    const double middle = (low + high) / 2;
    (gelu_derivative(middle) < 0 ? low : high) = middle;
  }
  return -high;
}
