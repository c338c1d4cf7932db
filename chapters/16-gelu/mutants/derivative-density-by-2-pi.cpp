// [gelu_derivative] you divide the density by 2 pi; divide it by the square root of that
double exercise::gelu_derivative(double x)
{
  return std::erfc(-x / std::sqrt(2.0)) / 2 + x * std::exp(-x * x / 2) / (2 * arma::datum::pi);
}
