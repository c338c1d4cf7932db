// [gelu_inverse] this is the other solution, left of the minimum, where GELU falls
double exercise::gelu_inverse(double y)
{
  double low = y < 0 ? -40 : 0, high = y < 0 ? gelu_minimum() : y + 1;
  for (int step = 0; step < 100; ++step) {
    const double middle = 0.5 * (low + high);
    const bool too_high = gelu(middle) > y;
    if (too_high == (y < 0))
      low = middle;
    else
      high = middle;
  }
  return low;
}
