// [gelu_minimum] this is the minimum of the tanh approximation, not of GELU itself
double exercise::gelu_minimum()
{
  const auto f = [](double x) { return gelu_tanh(arma::vec{x})[0]; };
  double low = -2, high = 0;
  for (int step = 0; step < 100; ++step) {
    const double a = low + (high - low) / 3, b = high - (high - low) / 3;
    (f(a) < f(b) ? high : low) = f(a) < f(b) ? b : a;
  }
  return (low + high) / 2;
}
