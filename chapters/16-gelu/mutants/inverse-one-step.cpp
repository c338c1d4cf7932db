// [gelu_inverse] one step of Newton's method from x = y is not enough; repeat it
double exercise::gelu_inverse(double y)
{
  const double x = y;
  return x + (y - gelu(x)) / gelu_derivative(x);
}
