// [largest_temperature] std::log10 is the logarithm to base 10; softmax is made of e
double exercise::largest_temperature(double gap, arma::uword n, double epsilon)
{
  return gap / std::log10(double(n - 1) * (1 - epsilon) / epsilon);
}
