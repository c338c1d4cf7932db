// [gelu_derivative] you subtract the second term, which is to be added
double exercise::gelu_derivative(double x)
{
  return normal_distribution(x) - x * std::exp(-0.5 * x * x) / std::sqrt(2 * arma::datum::pi);
}
