// [gelu_minimum] this is where the slope is smallest, an inflection point; look for where the slope is 0
double exercise::gelu_minimum()
{
  double low = -3, high = 0;
  while (high - low > 1e-9) {
    const double a = low + (high - low) / 3, b = high - (high - low) / 3;
    if (gelu_derivative(a) < gelu_derivative(b))
      high = b;
    else
      low = a;
  }
  return low;
}
