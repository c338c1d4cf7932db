#include "arbitrary.hpp"

#include <cmath>
#include <random>

namespace epreuve::instruments {

arma::mat arbitrary_matrix(std::uint64_t seed, arma::uword n_rows, arma::uword n_cols)
{
  std::mt19937_64 bits(seed);
  arma::mat M(n_rows, n_cols);
  M.imbue([&] { return std::ldexp(double(bits() >> 11U), -52) - 1; });
  return M;
}

} // namespace epreuve::instruments
