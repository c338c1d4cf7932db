#include "epreuve/instruments/positions/winding.hpp"

#include "epreuve/error.hpp"

#include <cmath>
#include <tuple>

namespace epreuve::instruments {

arma::mat nearest_orthogonal(const arma::mat& a, const arma::mat& b)
{
  if (arma::size(a) != arma::size(b))
    throw Error("nearest_orthogonal: {} x {} and {} x {} vectors", a.n_rows, a.n_cols, b.n_rows,
                b.n_cols);
  arma::mat U, V;
  arma::vec stretch;
  arma::svd(U, stretch, V, b * a.t());
  return U * V.t();
}

Winding winding(const arma::mat& curve, arma::uword facing)
{
  if (curve.n_rows != 3 || facing >= curve.n_cols)
    throw Error("winding: expected a curve in space with a point {}, got {} x {}", facing,
                curve.n_rows, curve.n_cols);
  const arma::uword steps = curve.n_cols - 1;
  const arma::mat R = nearest_orthogonal(curve.head_cols(steps), curve.tail_cols(steps));
  const arma::vec axis =
      arma::normalise(arma::vec{R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1)});
  const arma::vec towards = curve.col(facing);
  const arma::vec across = arma::normalise(arma::vec(towards - axis * arma::dot(axis, towards)));
  Winding seen{.R = R,
               .angle = std::acos((arma::trace(R) - 1) / 2),
               .x = across.t() * curve,
               .y = arma::cross(axis, across).t() * curve,
               .height = axis.t() * curve,
               .turned = arma::rowvec(curve.n_cols)};
  if (seen.height.back() < seen.height.front())
    seen.height = -seen.height;
  const auto& [x, y] = std::tie(seen.x, seen.y);
  for (arma::uword k = 1; k < curve.n_cols; ++k)
    seen.turned(k) = seen.turned(k - 1) + std::atan2(x(k - 1) * y(k) - y(k - 1) * x(k),
                                                     x(k - 1) * x(k) + y(k - 1) * y(k));
  return seen;
}

} // namespace epreuve::instruments
