// [gelu] this is ReLU, which cuts off at 0; GELU multiplies by Phi(x) everywhere
double exercise::gelu(double x)
{
  return std::max(0.0, x);
}
