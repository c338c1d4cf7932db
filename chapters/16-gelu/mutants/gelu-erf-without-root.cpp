// [gelu] x is not divided by sqrt(2) inside erf: this is not x Phi(x)
double exercise::gelu(double x)
{
  return 0.5 * x * (1 + std::erf(x));
}
