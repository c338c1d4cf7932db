#include "jumps.hpp"
#include "epreuve/error.hpp"

arma::vec epreuve::instruments::jumps(const arma::mat& values, const arma::uvec& places,
                                      arma::uword width)
{
  arma::vec J(places.n_elem);
  for (arma::uword i = 0; i < J.n_elem; ++i) {
    const arma::uword c = places(i);
    if (width == 0 || c < width || c + width > values.n_rows)
      throw Error("jumps: expected {} rows (at least 1) on each side of place {}, got {} rows",
                  width, c, values.n_rows);
    const arma::rowvec before = arma::mean(values.rows(c - width, c - 1));
    const arma::rowvec after = arma::mean(values.rows(c, c + width - 1));
    J(i) = arma::mean(arma::square(before - after));
  }
  return J;
}
