#pragma once

#include <armadillo>

namespace epreuve::instruments {

/// How far two quantities rise together: of all pairs i, j in which both differ, the share in which
/// one and the same point has the larger x and the larger y.
///
///     #{x_i < x_j and y_i < y_j} / #{x_i < x_j and y_i != y_j}
///
/// 1 if y rises with x, 0 if it falls, 1/2 if neither is more frequent. All pairs are gone through.
///
/// @param x, y  of the same length, without NaN
/// @throws      Error unless they are, or if there is no pair in which both differ
/// Source: 2 concordance - 1 is the gamma of Goodman and Kruskal (1954).
double concordance(const arma::vec& x, const arma::vec& y);

} // namespace epreuve::instruments
