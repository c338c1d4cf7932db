#pragma once

#include "epreuve/rational.hpp"

#include <cstddef>
#include <vector>

namespace epreuve::instruments {

using epreuve::Rational;

/// A value that a random variable takes, and how probable it is.
struct Atom
{
  Rational value;
  Rational probability;

  friend bool operator==(const Atom&, const Atom&) = default;
};

/// The law of a random variable that takes finitely many rational values with rational
/// probabilities, so that moments are sums over all cases, without rounding and without theorems.
class FiniteDistribution
{
public:
  /// @param atoms  in any order; equal values are merged, those of probability 0 dropped
  /// @throws       Error if a probability is negative or they do not sum to exactly 1
  explicit FiniteDistribution(const std::vector<Atom>& atoms);

  /// The atoms, by increasing value, all different, of positive probability.
  const std::vector<Atom>& atoms() const { return atoms_; }

  friend bool operator==(const FiniteDistribution&, const FiniteDistribution&) = default;

private:
  std::vector<Atom> atoms_;
};

/// The uniform law on the given values; a value given twice counts twice.
///
/// @throws  Error if there is no value
FiniteDistribution uniform_distribution(const std::vector<Rational>& values);

/// E[X^k], the sum over the atoms of p v^k; E[X^0] = 1.
Rational moment(const FiniteDistribution& X, unsigned k);

/// E[X], the sum over the atoms of p v.
Rational mean(const FiniteDistribution& X);

/// Var(X) = E[(X - E[X])^2], summed over the atoms.
Rational variance(const FiniteDistribution& X);

/// Var(X / sqrt(d)): the sum over the atoms of p ((v - E[X]) / sqrt(d))^2. The square root is not
/// rational, but each square (v - E[X])^2 / d is, so nothing is rounded.
///
/// @param d  at least 1
/// @throws   Error if d = 0
Rational variance_over_sqrt(const FiniteDistribution& X, std::size_t d);

/// The law of c X.
FiniteDistribution scaled(const FiniteDistribution& X, const Rational& c);

/// The law of X + Y for independent X and Y.
FiniteDistribution sum(const FiniteDistribution& X, const FiniteDistribution& Y);

/// The law of X Y for independent X and Y.
FiniteDistribution product(const FiniteDistribution& X, const FiniteDistribution& Y);

/// The law of X_1 + ... + X_d for independent copies of X, by d - 1 convolutions. With m atoms in
/// X the sum has at most binomial(d + m - 1, m - 1), and about d m of them on a regular grid.
///
/// @param d  at least 1
/// @throws   Error if d = 0
FiniteDistribution sum_of_copies(const FiniteDistribution& X, std::size_t d);

/// The law of q . k = sum_i q_i k_i, when the d entries of q follow the first law, those of k the
/// second, and all 2d are independent.
///
/// @param d  at least 1
/// @throws   Error if d = 0
/// Source: thomas, appendix on the division by sqrt(d).
FiniteDistribution dot_product(const FiniteDistribution& q, const FiniteDistribution& k,
                               std::size_t d);

} // namespace epreuve::instruments
