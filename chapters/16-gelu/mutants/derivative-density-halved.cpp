// [gelu_derivative] the density of your second term is divided by sqrt(pi); that of the normal law is divided by sqrt(2 pi)
double exercise::gelu_derivative(double x)
{
  return std::erfc(-x / std::sqrt(2.0)) / 2 + x * std::exp(-x * x / 2) / std::sqrt(arma::datum::pi);
}
