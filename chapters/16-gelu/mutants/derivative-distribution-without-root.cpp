// [gelu_derivative] Phi is not erfc(-x) / 2: x is divided by sqrt(2) there
double exercise::gelu_derivative(double x)
{
  return std::erfc(-x) / 2 + x * std::exp(-x * x / 2) / std::sqrt(2 * arma::datum::pi);
}
