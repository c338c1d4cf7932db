// [gelu_inverse] your search ends too early, at a fixed x; how far it goes must depend on y
double exercise::gelu_inverse(double y)
{
  double low = gelu_minimum(), high = 20;
  for (int step = 0; step < 200; ++step) {
    const double middle = (low + high) / 2;
    (gelu(middle) < y ? low : high) = middle;
  }
  return high;
}
