#include "exercises.hpp"

// [softmax]
arma::vec exercise::softmax(const arma::vec& x)
{
  const arma::vec e = arma::exp(x);
  return e / arma::accu(e);
}

// [log_sum_exp]
double exercise::log_sum_exp(const arma::vec& x)
{
  const double m = x.max();
  return m + std::log(arma::accu(arma::exp(x - m)));
}

// [stable_softmax]
arma::vec exercise::stable_softmax(const arma::vec& x)
{
  return arma::exp(x - log_sum_exp(x));
}

// [softmax_at_temperature]
arma::vec exercise::softmax_at_temperature(const arma::vec& x, double temperature)
{
  return stable_softmax(x / temperature);
}

// [softmax_jacobian]
arma::mat exercise::softmax_jacobian(const arma::vec& x)
{
  const arma::vec sigma = stable_softmax(x);
  return arma::diagmat(sigma) - sigma * sigma.t();
}

// [softmax_jacobian_times]
arma::vec exercise::softmax_jacobian_times(const arma::vec& x, const arma::vec& v)
{
  const arma::vec sigma = stable_softmax(x);
  return sigma % (v - arma::dot(sigma, v));
}
