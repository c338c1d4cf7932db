#include "epreuve/instruments/positions/random_positions.hpp"

namespace epreuve::instruments {

Position Positions::draw(evidence::Draw& draw) const
{
  const arma::uword n = draw.even_size("n", narrowest, widest);
  const double base = draw.one_of("base", {100.0, 10'000.0});
  const long k = draw.integer("k", 0, last);
  const long l = draw.integer("l", least_shift, most_shift);
  const long m = draw.integer("m", least_shift, most_shift);
  return {n, base, k, l, m};
}

} // namespace epreuve::instruments
