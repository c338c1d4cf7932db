#include "epreuve/instruments/exact/map_on_matrices.hpp"

#include "epreuve/error.hpp"

namespace epreuve::instruments {

static RationalMatrix image_of_unit(arma::uword n, arma::uword p, arma::uword i, arma::uword j,
                                    const MapOnMatrices& map)
{
  RationalMatrix unit(n, p);
  unit(i, j) = 1;
  return map(unit);
}

RationalMatrix matrix_of_map(arma::uword n, arma::uword p, const MapOnMatrices& map)
{
  if (n == 0 || p == 0)
    throw Error("matrix_of_map: n and p must be at least 1, got {} and {}", n, p);
  const RationalMatrix first = image_of_unit(n, p, 0, 0, map);
  RationalMatrix matrix(first.rows() * first.cols(), n * p);
  for (arma::uword j = 0; j < p; ++j)
    for (arma::uword i = 0; i < n; ++i) {
      const RationalMatrix image = image_of_unit(n, p, i, j, map);
      if (image.rows() != first.rows() || image.cols() != first.cols())
        throw Error("matrix_of_map: images must have the same shape, got {} x {} and {} x {}",
                    first.rows(), first.cols(), image.rows(), image.cols());
      for (arma::uword l = 0; l < image.cols(); ++l)
        for (arma::uword k = 0; k < image.rows(); ++k)
          matrix(k + image.rows() * l, i + n * j) = image(k, l);
    }
  return matrix;
}

} // namespace epreuve::instruments
