// [gelu_derivative] 1 + erf cancels in the left tail, where erf is almost -1; use Phi by std::erfc
double exercise::gelu_derivative(double x)
{
  const double density = std::exp(-x * x / 2) / std::sqrt(2 * arma::datum::pi);
  return (1 + std::erf(x / std::sqrt(2))) / 2 + x * density;
}
