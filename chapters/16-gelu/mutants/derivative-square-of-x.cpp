// [gelu_derivative] the second term is x times the density; you have the density's own derivative in it
double exercise::gelu_derivative(double x)
{
  return std::erfc(-x / std::sqrt(2.0)) / 2 -
         x * x * std::exp(-x * x / 2) / std::sqrt(2 * arma::datum::pi);
}
