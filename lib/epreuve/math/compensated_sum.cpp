#include "epreuve/math/compensated_sum.hpp"

#include "epreuve/error.hpp"

#include <cmath>

namespace epreuve::math {

double compensated_sum(const arma::vec& x)
{
  double sum = 0, lost = 0;
  for (arma::uword i = 0; i < x.n_elem; ++i) {
    const double term = x(i);
    if (!std::isfinite(term))
      throw Error("compensated_sum: x must be finite, got {} at index {}", term, i);
    const double next = sum + term;
    lost += std::abs(sum) >= std::abs(term) ? (sum - next) + term : (term - next) + sum;
    sum = next;
  }
  return sum + lost;
}

} // namespace epreuve::math
