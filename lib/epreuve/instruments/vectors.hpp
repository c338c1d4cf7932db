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

/// The law of the entries of a drawn vector: each uniform on [low, high].
struct Entries
{
  double low, high;

  Entries(double size) : low(-size), high(size) {} // NOLINT: vectors({1, 9}, 5, ...)
  Entries(double least, double most) : low(least), high(most) {}
};

/// A statement about every vector x, for Claim::property to try on random ones:
///
///     .property("the largest entry is at least the mean", vectors({1, 9}, 5, [](const arma::vec& x) {
///                 return x.max() >= arma::mean(x) - 1e-14;
///               }))
///
/// @param lengths    {least, most} entries
/// @param entries    {low, high}, or one number for -size to size
/// @param holds_for  called with x, or with x and a Draw for what else it needs; returns bool, or a
///                   Difference where the property has a tolerance
/// @throws           Error, when it is tried, for a range that is empty or not finite
template <typename Statement>
auto vectors(Lengths lengths, Entries entries, Statement holds_for)
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
