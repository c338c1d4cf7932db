// [gelu_derivative] your density has e^{-x^2}; the normal law's has e^{-x^2 / 2}
double exercise::gelu_derivative(double x)
{
  return normal_distribution(x) + x * std::exp(-x * x) / std::sqrt(2 * arma::datum::pi);
}
