#pragma once

#include "epreuve/evidence/property.hpp"

#include <armadillo>

#include <concepts>
#include <utility>

namespace epreuve::instruments {

/// How many entries a drawn vector has: uniform on {least, ..., most}.
struct Lengths
{
  arma::uword least, most;
};

/// What the entries of a drawn vector are: each uniform on [low, high].
struct Entries
{
  double low, high;
};

/// A statement about every vector x, for Claim::property to try on random ones:
///
///     .property("‖x‖ ≤ Σ|xᵢ|", every_vector({1, 9}, {-5, 5}, [](const arma::vec& x) {
///                 return arma::norm(x) <= arma::norm(x, 1) * (1 + 1e-14);
///               }))
///
/// @param holds_for  called with x, or with x and a Draw for what else it needs; returns bool, or a
///                   Difference where the property has a tolerance
/// @throws           Error, when it is tried, for a range that is empty or not finite
template <typename Statement>
auto every_vector(Lengths lengths, Entries entries, Statement holds_for)
{
  return [=](evidence::Draw& draw) {
    const arma::uword n = draw.size("N", lengths.least, lengths.most);
    arma::vec x = draw.vector("x", n, entries.low, entries.high);
    if constexpr (std::invocable<const Statement&, arma::vec, evidence::Draw&>)
      return holds_for(std::move(x), draw);
    else
      return holds_for(std::move(x));
  };
}

} // namespace epreuve::instruments
