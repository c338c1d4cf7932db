// [gelu_inverse] your search begins at 0; a negative y has its x left of 0
double exercise::gelu_inverse(double y)
{
  double low = 0, high = std::abs(y) + 1;
  for (int step = 0; step < 100; ++step) {
    const double middle = low + (high - low) / 2;
    if (gelu(middle) < y)
      low = middle;
    else
      high = middle;
  }
  return low;
}
