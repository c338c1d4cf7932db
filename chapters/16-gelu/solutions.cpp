#include "exercises.hpp"

// [normal_distribution]
double exercise::normal_distribution(double x)
{
  return std::erfc(-x / std::sqrt(2)) / 2;
}

// [gelu]
double exercise::gelu(double x)
{
  return x * normal_distribution(x);
}

// [gelu_tanh]
arma::vec exercise::gelu_tanh(const arma::vec& x)
{
  const arma::vec u = std::sqrt(2 / arma::datum::pi) * (x + 0.044715 * x % x % x);
  return x / 2 % (1 + arma::tanh(u));
}

// [gelu_sigmoid]
arma::vec exercise::gelu_sigmoid(const arma::vec& x)
{
  return x / (1 + arma::exp(-1.702 * x));
}

// [gelu_derivative]
double exercise::gelu_derivative(double x)
{
  const double density = std::exp(-x * x / 2) / std::sqrt(2 * arma::datum::pi);
  return normal_distribution(x) + x * density;
}

// [gelu_minimum]
double exercise::gelu_minimum()
{
  double low = -1, high = 0; // GELU' is negative at low, positive at high
  while (high - low > 1e-12) {
    const double middle = (low + high) / 2;
    (gelu_derivative(middle) < 0 ? low : high) = middle;
  }
  return (low + high) / 2;
}

// [gelu_inverse]
double exercise::gelu_inverse(double y)
{
  // GELU rises from low on, and GELU(x) > x - 0.17 for all x.
  double low = gelu_minimum(), high = y + 1;
  for (int step = 0; step < 200; ++step) {
    const double middle = (low + high) / 2;
    (gelu(middle) < y ? low : high) = middle;
  }
  return high;
}
