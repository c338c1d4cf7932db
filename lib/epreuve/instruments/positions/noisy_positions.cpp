#include "epreuve/instruments/positions/noisy_positions.hpp"

#include "epreuve/error.hpp"
#include "epreuve/shape.hpp"

#include <algorithm>
#include <cmath>

namespace epreuve::instruments {

arma::urowvec nearest_columns(const arma::mat& W, const arma::mat& X)
{
  if (W.n_rows != X.n_rows)
    throw Error("nearest_columns: W and X must have the same number of rows, got {} and {}",
                shape(W), shape(X));
  return arma::index_max(W.t() * X);
}

double share_read_right(const arma::mat& W, double sigma, arma::uword draws)
{
  const auto k = arma::randi<arma::uvec>(draws, arma::distr_param(0, int(W.n_cols) - 1));
  const arma::mat noisy = W.cols(k) + sigma * arma::randn(W.n_rows, draws);
  return double(arma::accu(nearest_columns(W, noisy).t() == k)) / double(draws);
}

ReadingBounds bounds_of_reading(const arma::mat& W, double sigma)
{
  if (W.n_cols < 2 || !(sigma > 0))
    throw Error("bounds_of_reading: two positions and sigma > 0 are needed, got {} and {}",
                W.n_cols, sigma);
  const double K = double(W.n_cols);
  double all = 0, neighbour = 0;
  for (arma::uword d = W.n_cols - 1; d > 0; --d) { // ends with the neighbour
    neighbour = std::erfc(arma::norm(W.col(d) - W.col(0)) / (std::sqrt(8) * sigma)) / 2;
    all += 2 * (K - double(d)) / K * neighbour; // of the K positions so many have one d places away
  }
  return {std::max(0.0, 1 - all), 1 - neighbour};
}

} // namespace epreuve::instruments
