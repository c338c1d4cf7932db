#include "epreuve/instruments/exact/sum_of_logarithms.hpp"

#include "epreuve/ball.hpp"
#include "epreuve/error.hpp"

namespace epreuve::instruments {

Interval sum_of_logarithms(const WeightedLogarithms& terms)
{
  Ball sum = 0;
  for (const auto& [b, a] : terms) {
    if (b <= 0)
      throw Error("sum_of_logarithms: a logarithm is of a number above 0, got {}", b.str());
    sum = sum + Ball(a) * log(Ball(b));
  }
  Reference low, high;
  arb_get_lbound_arf(low.get(), sum.get(), Reference::precision);
  arb_get_ubound_arf(high.get(), sum.get(), Reference::precision);
  const Reference margin = ldexp(abs(low) + abs(high), -166);
  return {low - margin, high + margin};
}

} // namespace epreuve::instruments
