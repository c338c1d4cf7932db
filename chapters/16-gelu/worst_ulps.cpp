#include "worst_ulps.hpp"

#include "epreuve/error.hpp"
#include "epreuve/instruments/accuracy.hpp"

#include <algorithm>
#include <cmath>

namespace epreuve::instruments {

arma::mat worst_ulps(const std::vector<std::function<float(float)>>& functions,
                     const std::function<Reference(float)>& truth, const arma::vec& edges,
                     int places)
{
  if (edges.n_elem < 2 || functions.empty() || places < 1)
    throw Error("worst_ulps: expected at least 2 edges, 1 function and 1 place, got {}, {} and {}",
                edges.n_elem, functions.size(), places);
  arma::mat worst(edges.n_elem - 1, functions.size());
  for (arma::uword i = 0; i < worst.n_rows; ++i)
    for (int k = 0; k < places; ++k) {
      const float x = edges(i) + (edges(i + 1) - edges(i)) * (k + 0.5) / places;
      const Reference right = truth(x);
      for (arma::uword j = 0; j < worst.n_cols; ++j)
        worst(i, j) = std::max(worst(i, j), instruments::ulp_error(functions[j](x), right));
    }
  return worst;
}

arma::vec binades_of_float()
{
  arma::vec edges = arma::regspace(-149, 128);
  return edges.transform([](double e) { return std::exp2(e); });
}

} // namespace epreuve::instruments
