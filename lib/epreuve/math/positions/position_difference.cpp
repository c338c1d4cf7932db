#include "epreuve/math/positions/position_difference.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/positions/positions.hpp"

#include <cmath>

namespace epreuve::math {

arma::vec read_difference(const arma::vec& from, const arma::vec& to, double base)
{
  if (from.n_elem != to.n_elem)
    throw Error("read_difference: expected two vectors of the same length, got {} and {}",
                from.n_elem, to.n_elem);
  const arma::vec omega = frequencies(from.n_elem, base);
  arma::vec d(omega.n_elem);
  double known = 0;
  for (arma::uword i = omega.n_elem; i-- > 0;) {
    const double c = from(2 * i), s = from(2 * i + 1), c_to = to(2 * i), s_to = to(2 * i + 1);
    const double angle = std::atan2(c * s_to - s * c_to, c * c_to + s * s_to);
    known += std::remainder(angle - omega(i) * known, arma::datum::tau) / omega(i);
    d(i) = known;
  }
  return d;
}

} // namespace epreuve::math
