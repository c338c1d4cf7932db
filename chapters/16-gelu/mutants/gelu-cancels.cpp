// [gelu] 1 + erf cancels in the left tail, where erf is almost -1; use Phi by std::erfc
double exercise::gelu(double x)
{
  const double phi = (1 + std::erf(x / std::sqrt(2))) / 2;
  return x * phi;
}
