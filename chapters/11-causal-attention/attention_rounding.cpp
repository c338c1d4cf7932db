#include "attention_rounding.hpp"

#include "epreuve/error.hpp"
#include "epreuve/shape.hpp"

#include <cmath>

double epreuve::instruments::attention_rounding(const arma::mat& Q, const arma::mat& K,
                                                const arma::mat& V)
{
  if (Q.is_empty() || V.is_empty() || Q.n_rows != K.n_rows || K.n_cols != V.n_cols)
    throw Error(
        "attention_rounding: Q must have the rows of K, and V its columns, got Q {}, K {} and "
        "V {}",
        shape(Q), shape(K), shape(V));
  const double u = 0x1p-53, d = double(Q.n_rows);
  const auto gamma = [=](double k) { return k * u / (1 - k * u); };
  const double largest = arma::mat(arma::abs(Q).t() * arma::abs(K)).max() / std::sqrt(d);
  const double factor = std::exp(2 * gamma(d + 2) * largest) * (1 + 18 * u);
  return arma::abs(V).max() * (factor * (1 + gamma(double(K.n_cols))) - 1);
}
