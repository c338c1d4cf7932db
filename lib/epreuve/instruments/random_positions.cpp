#include "epreuve/instruments/random_positions.hpp"

namespace epreuve::instruments {

Position draw_position(evidence::Draw& draw, const Positions& positions)
{
  const arma::uword n = draw.even_size("n", positions.narrowest, positions.widest);
  const double base = draw.one_of("base", {100.0, 10'000.0});
  const long k = draw.integer("k", 0, positions.last);
  const long l = draw.integer("l", positions.least_shift, positions.most_shift);
  const long m = draw.integer("m", positions.least_shift, positions.most_shift);
  return {n, base, k, l, m};
}

} // namespace epreuve::instruments
