#include "epreuve/math/positions/position_reader.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/positions/positions.hpp"

#include <cmath>

namespace epreuve::math {

long read_position(const arma::vec& seen, double base)
{
  if (!seen.is_finite() || !(base >= 1))
    throw Error("read_position: the vector must be finite and the base at least 1, got base {}",
                base);
  const arma::vec omega = frequencies(seen.n_elem, base);
  double k = (arma::datum::pi - 0.5) /
             omega(omega.n_elem - 1); // the slowest angle is from -1/2 to 2 pi - 1/2
  for (arma::uword i = omega.n_elem; i-- > 0;) {
    const double angle = std::atan2(seen(2 * i + 1), seen(2 * i));
    const double turns = std::round((omega(i) * k - angle) / arma::datum::tau);
    k = (angle + arma::datum::tau * turns) / omega(i);
  }
  return std::lround(k);
}

} // namespace epreuve::math
