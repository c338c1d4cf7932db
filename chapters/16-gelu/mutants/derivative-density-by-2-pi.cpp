// [gelu_derivative] your density is divided by 2 pi; it is by the square root of that
double exercise::gelu_derivative(double x)
{
  return std::erfc(-x / std::sqrt(2.0)) / 2 + x * std::exp(-x * x / 2) / (2 * arma::datum::pi);
}
