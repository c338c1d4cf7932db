#include "epreuve/instruments/heads/attention_written_out.hpp"

#include "epreuve/error.hpp"

#include <cmath>

namespace epreuve::instruments {

arma::mat attention_written_out(const arma::mat& Q, const arma::mat& K, const arma::mat& V,
                                double divisor)
{
  if (Q.n_rows != K.n_rows || K.n_cols != V.n_cols || K.is_empty())
    throw Error("attention_written_out: queries and keys must be equally long, and for each key a "
                "value, got Q {} x {}, K {} x {}, V {} x {}",
                Q.n_rows, Q.n_cols, K.n_rows, K.n_cols, V.n_rows, V.n_cols);
  arma::mat Z(V.n_rows, Q.n_cols, arma::fill::zeros);
  for (arma::uword i = 0; i < Q.n_cols; ++i) {
    double total = 0;
    for (arma::uword j = 0; j < K.n_cols; ++j) {
      const double weight = std::exp(arma::dot(Q.col(i), K.col(j)) / divisor);
      Z.col(i) += weight * V.col(j);
      total += weight;
    }
    Z.col(i) /= total;
  }
  return Z;
}

} // namespace epreuve::instruments
