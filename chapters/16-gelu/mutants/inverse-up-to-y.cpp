// [gelu_inverse] your search ends at x = y, but for positive y the x lies further right, as GELU(x) < x
double exercise::gelu_inverse(double y)
{
  double low = -0.7517915246935645, high = y;
  for (int step = 0; step < 200; ++step) {
    const double middle = (low + high) / 2;
    (gelu(middle) < y ? low : high) = middle;
  }
  return high;
}
