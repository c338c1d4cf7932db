// [gelu_derivative] you leave out the first term of the product rule, Phi(x)
double exercise::gelu_derivative(double x)
{
  return x * std::exp(-x * x / 2) / std::sqrt(2 * arma::datum::pi);
}
