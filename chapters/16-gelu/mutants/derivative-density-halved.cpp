// [gelu_derivative] the density of your second term has sqrt(pi) below, where the normal law has sqrt(2 pi)
double exercise::gelu_derivative(double x)
{
  return std::erfc(-x / std::sqrt(2.0)) / 2 + x * std::exp(-x * x / 2) / std::sqrt(arma::datum::pi);
}
