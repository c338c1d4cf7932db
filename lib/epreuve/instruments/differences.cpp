#include "epreuve/instruments/differences.hpp"

#include "epreuve/error.hpp"

namespace epreuve::instruments {

double central_difference(const std::function<double(double)>& f, double x, double h)
{
  if (!(h > 0))
    throw Error("central_difference: the step must be positive, got {}", h);
  return (f(x + h) - f(x - h)) / (2 * h);
}

arma::mat gradient_by_differences(const std::function<double(const arma::mat&)>& f,
                                  const arma::mat& x, double h)
{
  arma::mat moved = x, gradient(arma::size(x));
  for (arma::uword k = 0; k < x.n_elem; ++k) {
    const auto along = [&](double entry) {
      moved(k) = entry;
      return f(moved);
    };
    gradient(k) = central_difference(along, x(k), h);
    moved(k) = x(k);
  }
  return gradient;
}

} // namespace epreuve::instruments
