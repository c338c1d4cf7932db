// [gelu_derivative] this is the slope of the form with tanh; differentiate x Phi(x) itself
double exercise::gelu_derivative(double x)
{
  const double c = std::sqrt(2 / arma::datum::pi), t = std::tanh(c * (x + 0.044715 * x * x * x));
  return (1 + t) / 2 + x / 2 * (1 - t * t) * c * (1 + 3 * 0.044715 * x * x);
}
