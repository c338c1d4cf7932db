// [gelu_inverse] this is GELU(y); return the x with GELU(x) = y
double exercise::gelu_inverse(double y)
{
  return y * std::erfc(-y / std::sqrt(2.0)) / 2;
}
