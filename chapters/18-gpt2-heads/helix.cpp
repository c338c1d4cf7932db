#include "helix.hpp"

#include "epreuve/error.hpp"

#include <cmath>
#include <tuple>

namespace epreuve::instruments {

double relative_error(const arma::mat& error, const arma::mat& of)
{
  return arma::norm(error, "fro") / arma::norm(of, "fro");
}

MainDirections main_directions(const arma::mat& X, arma::uword block)
{
  if (block == 0 || X.is_empty())
    throw Error("main_directions: blocks of {} among {} vectors", block, X.n_cols);
  const arma::uvec k = arma::regspace<arma::uvec>(0, X.n_cols - 1) / block;
  const arma::uvec kept = k - 4 * (k / 4) != 2;
  const arma::mat used = X.cols(arma::find(kept));
  arma::vec values;
  arma::mat vectors;
  arma::eig_sym(values, vectors, used * used.t());
  return {kept, arma::fliplr(vectors).t() * X, arma::reverse(values) / arma::accu(values)};
}

ShiftErrors shift_errors(const MainDirections& of, arma::uword shift, arma::uword r)
{
  const arma::mat& x = of.coordinates;
  if (r == 0 || r > x.n_rows || shift >= x.n_cols)
    throw Error("shift_errors: {} coordinates and a shift by {}, of {} vectors with {} entries", r,
                shift, x.n_cols, x.n_rows);
  const arma::uvec ends = of.kept.tail(x.n_cols - shift);
  const arma::uvec pairs = arma::find(of.kept.head(ends.n_elem) % ends);
  const arma::uvec tests = arma::find(ends == 0);
  if (pairs.is_empty() || tests.is_empty())
    throw Error("shift_errors: no pairs to fit on or none to test on, for a shift by {}", shift);
  const arma::mat start = x.head_rows(r), goal = x.cols(pairs + shift),
                  unseen = x.cols(tests + shift);
  const arma::mat M = arma::solve(start.cols(pairs).t(), goal.t(), arma::solve_opts::fast).t();
  return {relative_error(M * start.cols(pairs) - goal, goal),
          relative_error(M * start.cols(tests) - unseen, unseen),
          relative_error(x.cols(tests) - unseen, unseen)};
}

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
