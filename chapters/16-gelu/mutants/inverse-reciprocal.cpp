// [gelu_inverse] this is 1 / GELU(y); the inverse function takes a value of GELU back to its x
double exercise::gelu_inverse(double y)
{
  return 1 / (y * std::erfc(-y / std::sqrt(2.0)) / 2);
}
