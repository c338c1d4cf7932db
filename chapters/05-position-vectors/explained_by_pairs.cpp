#include "explained_by_pairs.hpp"

#include "epreuve/error.hpp"

#include <cmath>
#include <numbers>

namespace epreuve::instruments {

arma::vec explained_by_pairs(const arma::vec& y, const arma::mat& W)
{
  if (W.n_rows == 0 || W.n_rows % 2 != 0 || W.n_cols != y.n_elem || y.n_elem < 3)
    throw Error(
        "explained_by_pairs: W must be n x K, n even, for K >= 3 values y; got {} x {} and {}",
        W.n_rows, W.n_cols, y.n_elem);
  const arma::vec varying = y - arma::mean(y);
  const double variance = arma::dot(varying, varying);
  if (!(variance > 0))
    throw Error("explained_by_pairs: y is constant, there is nothing to explain");
  arma::vec shares(W.n_rows / 2);
  for (arma::uword i = 0; i < shares.n_elem; ++i) {
    // Gram and Schmidt, twice for the second row: the slowest pairs are nearly parallel.
    arma::rowvec first = W.row(2 * i) - arma::mean(W.row(2 * i));
    arma::rowvec second = W.row(2 * i + 1) - arma::mean(W.row(2 * i + 1));
    first /= arma::norm(first);
    for (int time = 0; time < 2; ++time)
      second -= arma::dot(first, second) * first;
    second /= arma::norm(second);
    shares(i) = (std::pow(arma::dot(first, varying), 2) + std::pow(arma::dot(second, varying), 2)) /
                variance;
  }
  return shares;
}

double square_wave_explained(arma::uword T, double delta, arma::uword K)
{
  if (T == 0 || T % 2 != 0)
    throw Error("square_wave_explained: the period must be even and positive, got {}", T);
  if (K == 0)
    throw Error("square_wave_explained: K must be positive, got 0");
  const double harmonic = double(T) * std::sin(std::numbers::pi / double(T));
  const double drift = double(K) * delta / 2;
  const double kept = drift == 0 ? 1 : std::sin(drift) / drift;
  // A wave of period 2 has no sine: its one harmonic is the cosine, and all of it.
  return (T == 2 ? 4 : 8) / (harmonic * harmonic) * kept * kept;
}

} // namespace epreuve::instruments
