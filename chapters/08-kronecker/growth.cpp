#include "growth.hpp"

#include "epreuve/error.hpp"
#include "epreuve/evidence/estimate.hpp"

namespace epreuve::instruments {

static double exponent_of_larger_half(const arma::vec& d, const arma::vec& y)
{
  if (d.n_elem < 4)
    throw Error("an exponent of growth needs at least four sizes, got {}", d.n_elem);
  const arma::uword half = d.n_elem / 2 + 1;
  return evidence::exponent_of(d.tail(half), y.tail(half)).value;
}

double Growth::exponent_of_seconds() const
{
  return exponent_of_larger_half(d, seconds);
}

double Growth::exponent_of_bytes() const
{
  return exponent_of_larger_half(d, bytes);
}

} // namespace epreuve::instruments
