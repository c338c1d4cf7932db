#include "exercises.hpp"

// [layer_norm]
arma::mat exercise::layer_norm(const arma::mat& x, const arma::vec& gain, const arma::vec& bias,
                               double epsilon)
{
  arma::mat y = x;
  for (arma::uword k = 0; k < x.n_cols; ++k) {
    const arma::vec centred = x.col(k) - arma::mean(x.col(k));
    const double variance = arma::mean(arma::square(centred));
    y.col(k) = gain % centred / std::sqrt(variance + epsilon) + bias;
  }
  return y;
}

// [rms_norm]
arma::mat exercise::rms_norm(const arma::mat& x, const arma::vec& gain, double epsilon)
{
  arma::mat y = x;
  for (arma::uword k = 0; k < x.n_cols; ++k)
    y.col(k) = gain % x.col(k) / std::sqrt(arma::mean(arma::square(x.col(k))) + epsilon);
  return y;
}

// [folded]
arma::mat exercise::folded(const Reader& reader, const arma::vec& gain, const arma::vec& bias)
{
  return arma::join_rows(reader.W * arma::diagmat(gain), reader.W * bias + reader.b);
}

// [gradient_before]
arma::vec exercise::gradient_before(const arma::vec& x, double epsilon, const arma::vec& g)
{
  const arma::vec centred = x - arma::mean(x);
  const double s = std::sqrt(arma::mean(arma::square(centred)) + epsilon);
  const arma::vec y = centred / s;
  return (g - arma::mean(g) - y * arma::mean(y % g)) / s;
}
