#pragma once

#include "epreuve/ball.hpp"

#include <concepts>
#include <utility>

namespace epreuve::proofs {

/// A function of x with its first two derivatives, all three enclosed over one ball of x.
///
/// A function is written once, as a formula in Jets; sum, product and chain rule do the rest. So its
/// derivatives cannot be mistyped, and where a derivative does not exist at some x of the ball its
/// enclosure is unbounded.
struct Jet
{
  Jet(std::same_as<int> auto constant) : value(constant) {}
  Jet(Ball constant) : value(std::move(constant)) {}
  Jet(Ball v, Ball s, Ball c) : value(std::move(v)), slope(std::move(s)), curvature(std::move(c)) {}

  Ball value;
  Ball slope;     ///< d/dx
  Ball curvature; ///< d^2/dx^2
};

/// x itself.
Jet variable(const Ball& x);

Jet operator-(const Jet& f);
Jet operator+(const Jet& f, const Jet& g);
Jet operator-(const Jet& f, const Jet& g);
Jet operator*(const Jet& f, const Jet& g);
Jet operator/(const Jet& f, const Jet& g);
Jet exp(const Jet& f);
Jet tanh(const Jet& f);
Jet erf(const Jet& f);
Jet erfc(const Jet& f);

} // namespace epreuve::proofs
