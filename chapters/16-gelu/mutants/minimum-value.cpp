// [gelu_minimum] this is the value of GELU at its minimum; return the place x
double exercise::gelu_minimum()
{
  double smallest = 0;
  for (double x = -1; x < 0; x += 1e-5)
    smallest = std::min(smallest, gelu(x));
  return smallest;
}
