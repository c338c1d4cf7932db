// [gelu] this is SiLU, x times a sigmoid of x; GELU is x Phi(x)
double exercise::gelu(double x)
{
  return x / (1 + std::exp(-x));
}
