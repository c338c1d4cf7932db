#include "epreuve/instruments/activations.hpp"

namespace epreuve::instruments {

Reference density_50(const Reference& x)
{
  return exp(-x * x / 2) / sqrt(2 * pi_50());
}

Reference distribution_50(const Reference& x)
{
  return erfc(-x / sqrt(Reference(2))) / 2;
}

Reference erf_50(const Reference& x)
{
  return erf(x);
}

Reference tanh_50(const Reference& x)
{
  return (exp(x) - exp(-x)) / (exp(x) + exp(-x));
}

Reference sigmoid_50(const Reference& x)
{
  return 1 / (1 + exp(-x));
}

Reference gelu_50(const Reference& x)
{
  return x * distribution_50(x);
}

Reference gelu_tanh_50(const Reference& x)
{
  const Reference root = sqrt(2 / pi_50());
  return x / 2 * (1 + tanh_50(root * (x + Reference("0.044715") * x * x * x)));
}

Reference gelu_sigmoid_50(const Reference& x)
{
  return x * sigmoid_50(Reference("1.702") * x);
}

} // namespace epreuve::instruments
