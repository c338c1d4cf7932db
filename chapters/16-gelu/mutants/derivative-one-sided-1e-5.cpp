// [gelu_derivative] a difference quotient is right to a few digits only; differentiate on paper
double exercise::gelu_derivative(double x)
{
  const double h = 1e-5;
  return (gelu(x + h) - gelu(x)) / h;
}
