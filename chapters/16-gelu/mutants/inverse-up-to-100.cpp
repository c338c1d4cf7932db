// [gelu_inverse] your search ends too early, at a fixed x; how far it goes must depend on y
double exercise::gelu_inverse(double y)
{
  double low = gelu_minimum(), high = 100;
  while (high - low > 1e-12) {
    const double middle = (low + high) / 2;
    if (gelu(middle) < y)
      low = middle;
    else
      high = middle;
    if (middle == low && high - low < 1e-11)
      break;
  }
  return low;
}
