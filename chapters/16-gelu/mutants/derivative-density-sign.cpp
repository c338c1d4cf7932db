// [gelu_derivative] your exponential has a plus: the density is e^{-x^2 / 2} / sqrt(2 pi), which falls on both sides
double exercise::gelu_derivative(double x)
{
  return std::erfc(-x / std::sqrt(2.0)) / 2 +
         x * std::exp(x * x / 2) / std::sqrt(2 * arma::datum::pi);
}
