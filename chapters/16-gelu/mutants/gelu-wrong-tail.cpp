// [gelu] your sign is wrong inside Phi: this is x Phi(-x)
double exercise::gelu(double x)
{
  return 0.5 * x * std::erfc(x / std::sqrt(2.0));
}
