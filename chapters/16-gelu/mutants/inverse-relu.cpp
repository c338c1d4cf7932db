// [gelu_inverse] this is y, as if GELU were ReLU
double exercise::gelu_inverse(double y)
{
  return y;
}
