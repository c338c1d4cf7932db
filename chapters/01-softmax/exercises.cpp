// Chapter 01, softmax. Replace each `throw NotStarted();` by what exercises.hpp asks for;
// ./epreuve check softmax checks it.

#include "exercises.hpp"

// [softmax] Softmax, as the formula says
arma::vec exercise::softmax(const arma::vec& x)
{
  throw NotStarted();
}

// [log_sum_exp] Log-sum-exp without overflow
double exercise::log_sum_exp(const arma::vec& x)
{
  throw NotStarted();
}

// [stable_softmax] Softmax that survives any logits
arma::vec exercise::stable_softmax(const arma::vec& x)
{
  throw NotStarted();
}

// [softmax_at_temperature] Softmax at a temperature
arma::vec exercise::softmax_at_temperature(const arma::vec& x, double temperature)
{
  throw NotStarted();
}

// [softmax_jacobian] The Jacobian of softmax
arma::mat exercise::softmax_jacobian(const arma::vec& x)
{
  throw NotStarted();
}

// [softmax_jacobian_times] The Jacobian times a vector, without the Jacobian
arma::vec exercise::softmax_jacobian_times(const arma::vec& x, const arma::vec& v)
{
  throw NotStarted();
}
