#include "epreuve/instruments/exact/softmax_to_base.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/power.hpp"

#include <cmath>

namespace epreuve::instruments {

RationalMatrix softmax_to_base(const Rational& t, const arma::vec& x)
{
  if (t <= 0)
    throw Error("softmax_to_base: the base must be positive, got {}", t.str());
  if (x.is_empty())
    throw Error("softmax_to_base: expected at least one number, got none");
  RationalMatrix s(x.n_elem, 1);
  Rational sum = 0;
  for (arma::uword i = 0; i < x.n_elem; ++i) {
    if (!(std::abs(x(i)) <= 1000) || x(i) != std::floor(x(i)))
      throw Error("softmax_to_base: entry {} must be a whole number from -1000 to 1000, got {}", i,
                  x(i));
    s(i, 0) = math::power(x(i) < 0 ? Rational(1 / t) : t, long(std::abs(x(i))));
    sum += s(i, 0);
  }
  return Rational(1 / sum) * s;
}

} // namespace epreuve::instruments
