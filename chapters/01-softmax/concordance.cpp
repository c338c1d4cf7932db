#include "concordance.hpp"

#include "epreuve/error.hpp"

namespace epreuve::instruments {

double concordance(const arma::vec& x, const arma::vec& y)
{
  if (x.n_elem != y.n_elem || x.has_nan() || y.has_nan())
    throw Error(
        "concordance: x and y must be of the same length, without NaN, got {} and {} entries",
        x.n_elem, y.n_elem);
  arma::uword alike = 0, opposed = 0;
  for (arma::uword j = 0; j < x.n_elem; ++j) {
    alike += arma::accu(x < x(j) && y < y(j));
    opposed += arma::accu(x < x(j) && y > y(j));
  }
  if (alike + opposed == 0)
    throw Error("concordance: there is no pair in which both x and y differ, of {} entries",
                x.n_elem);
  return 1.0 * alike / (alike + opposed);
}

} // namespace epreuve::instruments
