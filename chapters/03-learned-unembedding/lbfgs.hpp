#pragma once

#include <armadillo>

#include <functional>

namespace epreuve::instruments {

/// A value of a function, and its gradient there.
struct ValueAndGradient
{
  double value = 0;
  arma::vec gradient{};
};

/// Where lbfgs stopped.
struct LocalMinimum
{
  arma::vec x;
  double value = 0;
  double largest_slope = 0; ///< the largest entry of the gradient at x, in absolute value
  arma::uword steps = 0;
};

/// A point at which a smooth function is nearly flat, downhill from where one starts, by the
/// limited-memory method of Broyden, Fletcher, Goldfarb and Shanno.
///
///     x <- x - s H g,    H from the last 20 pairs (change of x, change of g),
///     s = 1, 1/2, 1/4, ... the first with f(x - s H g) <= f(x) - 10^-4 s g . H g
///
/// Of a convex function it is the minimum; of others a stationary point, in general a local minimum.
/// The steps turn with x: for an f that orthogonal maps leave alone it does not matter in which basis x
/// is written.
///
/// @param f      its value and gradient, at least once continuously differentiable
/// @param start  at least one entry, finite
/// @param slope  it stops where no entry of the gradient is above that, or where no step of doubles
///               goes down any more
/// @param most   and after so many steps
/// @throws       Error if start is empty, or f is not finite there or the gradient has another length
/// Source: Nocedal, Updating quasi-Newton matrices with limited storage (1980).
LocalMinimum lbfgs(const std::function<ValueAndGradient(const arma::vec&)>& f,
                   const arma::vec& start, double slope, arma::uword most);

} // namespace epreuve::instruments
