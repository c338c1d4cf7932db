#pragma once

#include "epreuve/evidence/property.hpp"
#include "epreuve/math/positions/rotations.hpp"

#include <armadillo>

#include <concepts>

namespace epreuve::instruments {

/// A position k and two shifts l and m, in a model of width n.
struct Position
{
  arma::uword n;
  double base;
  long k, l, m;

  /// The position vector of `position`, n; see math::position_vector.
  template <typename Real = double>
  arma::Col<Real> w(long position, math::Ordering ordering = math::Ordering::cosine_first) const
  {
    return math::position_vector<Real>(position, n, base, ordering);
  }
  /// The matrix that leads `shift` positions further, n x n; see math::rotation_block_matrix.
  arma::mat R(long shift) const { return math::rotation_block_matrix(shift, n, base); }
};

/// The ingredients of random positions: even widths n, the bases 100 and 10 000 of the documents,
/// 0 <= k <= last, least_shift <= l, m <= most_shift.
struct Positions
{
  arma::uword narrowest = 2, widest = 64;
  long last = 1'000'000;
  long least_shift = -1'000'000, most_shift = 1'000'000;

  /// @throws Error if there is no even width, no position or no shift
  Position draw(evidence::Draw& draw) const;

  /// A statement about positions, for Claim::property: two sides that agree at every position.
  ///
  ///     const Positions narrow{.widest = 32};
  ///     .property("R_ℓ w_k = w_{k+ℓ}, n ≤ 32", narrow.everywhere([](auto& at) {
  ///                 return difference(at.R(at.l) * at.w(at.k), at.w(at.k + at.l));
  ///               }),
  ///               ulps(4), 200)
  ///
  /// @param sides  of a Position; or of a Position and the Draw, from which it draws what else it
  ///               needs
  template <typename Sides>
  evidence::Comparison everywhere(Sides sides) const
  {
    return [sides, positions = *this](evidence::Draw& draw) {
      const Position at = positions.draw(draw);
      if constexpr (std::invocable<Sides, const Position&, evidence::Draw&>)
        return sides(at, draw);
      else
        return sides(at);
    };
  }
};

} // namespace epreuve::instruments
