// [gelu_minimum] your search stops too early: each halving of an interval gives one binary digit, and six decimals are twenty of these
double exercise::gelu_minimum()
{
  double low = -1, high = 0;
  for (int step = 0; step < 10; ++step)
    (gelu_derivative((low + high) / 2) < 0 ? low : high) = (low + high) / 2;
  return (low + high) / 2;
}
