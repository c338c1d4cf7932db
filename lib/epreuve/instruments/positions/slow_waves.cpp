#include "epreuve/instruments/positions/slow_waves.hpp"

#include "epreuve/error.hpp"

namespace epreuve::instruments {

double share_of_slow_waves(const arma::mat& X, int periods)
{
  const double K = X.n_cols;
  const arma::mat varying = X.each_col() - arma::mean(X, 1).eval();
  const double all = arma::accu(arma::square(varying));
  if (K <= 2 * periods || !(all > 0))
    throw Error("share_of_slow_waves: {} vectors, for {} periods, that must not be all alike", K,
                periods);
  double slow = 0;
  for (int p = 1; p <= periods; ++p) {
    const arma::vec angle = arma::datum::tau * p / K * arma::regspace(0, K - 1);
    slow += arma::accu(arma::square(varying * arma::cos(angle))) +
            arma::accu(arma::square(varying * arma::sin(angle)));
  }
  return 2 / K * slow / all;
}

} // namespace epreuve::instruments
