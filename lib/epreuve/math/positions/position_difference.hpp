#pragma once

#include <armadillo>

namespace epreuve::math {

/// How many places lead from one position to another, read off their vectors: each pair of coordinates is the hand
/// of a clock, which turns by omega_i per place. The slowest says roughly how many, each faster one says it better, once
/// its whole turns are known.
///
///     d_{n/2} = 0,    d_i = d_{i+1} + (a_i - omega_i d_{i+1} reduced to [-pi, pi]) / omega_i
///
/// where a_i is the angle from pair i of `from` to pair i of `to`.
///
/// @param from, to  n coordinates each, cosine first; they may be inexact, and of other lengths
/// @param base      finite, > 0
/// @return          d_0, ..., d_{n/2-1}: d_i is what pairs i to n/2 - 1 say, d_0 what all say
/// @throws          Error if the lengths differ, or n or base is outside the domain of frequencies
/// Angles with errors of up to epsilon give d_0 within epsilon / omega_0, if the slowest pair turned by less than pi -
/// epsilon, and omega_i / omega_{i+1} < pi / epsilon - 1.
/// Compare read_position, which reads one position so, from 0 on and rounded; here the difference may have either
/// sign, and the estimates on the way are returned too.
/// Source: chapter 05.
arma::vec read_difference(const arma::vec& from, const arma::vec& to, double base = 10'000);

} // namespace epreuve::math
