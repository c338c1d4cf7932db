// [gelu_inverse] your loop waits until the interval is shorter than neighbouring doubles are apart, which never happens; count the steps instead
double exercise::gelu_inverse(double y)
{
  double low = gelu_minimum(), high = y + 1;
  while (high - low > 1e-12) {
    const double middle = (low + high) / 2;
    if (gelu(middle) < y)
      low = middle;
    else
      high = middle;
  }
  return low;
}
