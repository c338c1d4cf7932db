// Chapter 16, GELU. Replace each `throw NotStarted();` by what exercises.hpp asks for;
// ./epreuve check gelu checks it.

#include "exercises.hpp"

// [normal_distribution] The normal law's distribution function, tails included
double exercise::normal_distribution(double x)
{
  throw NotStarted();
}

// [gelu] GELU itself
double exercise::gelu(double x)
{
  throw NotStarted();
}

// [gelu_tanh] GELU as GPT-2 computes it
arma::vec exercise::gelu_tanh(const arma::vec& x)
{
  throw NotStarted();
}

// [gelu_sigmoid] GELU by a sigmoid
arma::vec exercise::gelu_sigmoid(const arma::vec& x)
{
  throw NotStarted();
}

// [gelu_derivative] The slope of GELU
double exercise::gelu_derivative(double x)
{
  throw NotStarted();
}

// [gelu_minimum] The bottom of the dip
double exercise::gelu_minimum()
{
  throw NotStarted();
}

// [gelu_inverse] From a value of GELU back to x
double exercise::gelu_inverse(double y)
{
  throw NotStarted();
}
