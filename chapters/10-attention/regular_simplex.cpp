#include "regular_simplex.hpp"

#include "epreuve/error.hpp"

#include <cmath>

namespace epreuve::instruments {

arma::mat regular_simplex(arma::uword r)
{
  if (r == 0)
    throw Error("regular_simplex: the dimension r must be at least 1, got 0");
  const double c = 1 / std::sqrt(double(r)), a = std::sqrt(1 + 1 / double(r));
  arma::mat vertices(r, r + 1, arma::fill::value(-(a - c) / double(r)));
  vertices.diag() += a;
  vertices.col(r).fill(-c);
  return vertices;
}

} // namespace epreuve::instruments
