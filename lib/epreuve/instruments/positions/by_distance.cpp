#include "epreuve/instruments/positions/by_distance.hpp"

#include "epreuve/error.hpp"

namespace epreuve::instruments {

ByDistance by_distance(const arma::mat& X)
{
  if (X.n_cols < 2)
    throw Error("by_distance: expected at least two vectors, got {}", X.n_cols);
  const arma::mat G = X.t() * X;
  const double mean_of_all = arma::mean(arma::vectorise(G));
  ByDistance seen{arma::vec(X.n_cols), 0};
  double all = 0, explained = 0;
  for (arma::uword l = 0; l < X.n_cols; ++l) {
    const arma::vec products = G.diag(static_cast<arma::sword>(l));
    const double mean = arma::mean(products), times = l == 0 ? 1 : 2; // below the diagonal, too
    seen.mean(l) = mean;
    all += times * arma::accu(arma::square(products - mean_of_all));
    explained += times * double(products.n_elem) * (mean - mean_of_all) * (mean - mean_of_all);
  }
  if (!(all > 0))
    throw Error("by_distance: all dot products of these {} vectors are the same", X.n_cols);
  seen.mean /= arma::trace(G) / double(X.n_cols);
  seen.share = explained / all;
  return seen;
}

} // namespace epreuve::instruments
