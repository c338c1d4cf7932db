// [gelu_inverse] your search begins left of the minimum, where GELU falls: halving is right only where it rises all along
double exercise::gelu_inverse(double y)
{
  double low = -3, high = std::max(y, 0.0) + 2;
  for (int step = 0; step < 200; ++step) {
    const double middle = (low + high) / 2;
    (middle * std::erfc(-middle / std::sqrt(2.0)) / 2 < y ? low : high) = middle;
  }
  return low;
}
