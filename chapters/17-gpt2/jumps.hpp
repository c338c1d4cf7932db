#pragma once

#include <armadillo>

namespace epreuve::instruments {

/// How much sequences jump at a place: where something ends and another begins, their level changes.
///
///     J(c) = mean over columns of (mean of rows c - width ... c - 1 - mean of rows c ... c + width - 1)^2
///
/// @param values  a sequence per column
/// @param places  c, counted from 0: the first row after the jump
/// @param width   rows on each side that are averaged, >= 1
/// @return        J of every place
/// @throws        Error if a place has fewer than `width` rows on a side, or width is 0
arma::vec jumps(const arma::mat& values, const arma::uvec& places, arma::uword width);

} // namespace epreuve::instruments
