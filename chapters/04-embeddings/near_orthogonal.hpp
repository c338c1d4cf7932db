#pragma once

#include "epreuve/evidence/property.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"

#include <armadillo>

#include <vector>

/// How many directions of R^n are nearly orthogonal: unit vectors u_1, ..., u_M with
/// |u_i . u_j| <= epsilon for i != j. Bounds on the largest M, from above and from below.
namespace epreuve::instruments {

using epreuve::Integer;

/// A polynomial that bounds M from above, and what makes it do so.
struct DirectionsCertificate
{
  std::vector<Rational> f;            ///< coefficients of f in z = t^2, lowest first
  std::vector<Rational> coefficients; ///< c_0, c_1, ...: f = sum c_j G_{2j}, where G_{2j}(1) = 1
  Rational bound;                     ///< f(1) / c_0
  bool proves = false;                ///< c_0 > 0 and no c_j < 0; then M <= bound
};

/// The upper bound of the polynomial f(t) = z^d (z - s) g(z)^2, where z = t^2 and s = epsilon^2.
///
///     sum_ij f(u_i . u_j) >= c_0 M^2    since each G_{2j} is a positive kernel on the sphere,
///     sum_ij f(u_i . u_j) <= M f(1)     since f <= 0 on [-epsilon, epsilon],
///
/// so M <= f(1) / c_0. The G_{2j} are Gegenbauer's polynomials of the sphere in R^n. With
/// e(z) = (1, z, ..., z^{k-1}), g(z) = e(z)^T H^{-1} e(s), H the Hankel matrix of the moments of
/// z^d (1 - z) on the sphere: the choice of Levenshtein, which is the best of its degree.
///
/// @param n        at least 2
/// @param epsilon  0 < epsilon < 1
/// @param k        terms of g, from 1 to 12
/// @param d        0 or 1
/// @throws         Error outside of these
/// Source: Delsarte, Goethals, Seidel (1977); Levenshtein (1992).
DirectionsCertificate directions_certificate(arma::uword n, const Rational& epsilon, unsigned k,
                                             unsigned d);

/// log10 of the least bound of directions_certificate over k <= 9 and d, in 50 digits: for figures.
/// @throws Error unless n >= 2 and 0 < epsilon < 1; if none of these polynomials is a certificate
double log10_at_most_directions(arma::uword n, double epsilon);

/// Directions from polynomials over a field of q elements (q prime): for r places x = 0, ..., r - 1, a
/// polynomial h of degree < k and a pattern of r signs, the vector with entry sign_x / sqrt(r) at
/// (x, h(x)) and 0 elsewhere. Two polynomials meet in at most k - 1 places; the same polynomial with
/// two patterns has their product. The remaining n - q r dimensions are filled with unit vectors.
struct PolynomialDirections
{
  arma::uword q = 0, r = 0, k = 0;
  arma::mat signs; ///< r x (number of patterns), entries +1 and -1
  Integer count;   ///< q^k patterns + (n - q r)
};

/// The q, r, k and patterns for which there are most: of q prime with r <= q, q r <= n,
/// k - 1 <= epsilon r, and sign_patterns(p, r) whose products are at most epsilon r.
/// @throws Error unless n >= 4 and 0 < epsilon < 1; if there are none
PolynomialDirections polynomial_directions(arma::uword n, const Rational& epsilon);

/// A vector of the construction times sqrt(r): q r whole numbers.
/// @param h  k coefficients of the polynomial, lowest first, each below q
arma::vec polynomial_direction(const PolynomialDirections& set, const std::vector<arma::uword>& h,
                               arma::uword pattern);

/// The most places x = 0, ..., r - 1 at which a polynomial modulo q of degree < k that is not 0 vanishes: all q^k of
/// them are tried, which for k = 3 and q = 37 takes milliseconds.
arma::uword most_roots(arma::uword q, arma::uword r, arma::uword k);

/// The largest |s . t| of two different patterns of signs.
double largest_sign_product(const arma::mat& signs);

/// Two random vectors of the construction, the same polynomial once in four times: |v . w| <= epsilon r, or
/// v . w = r if they are the same vector.
bool two_are_nearly_orthogonal(evidence::Draw& draw, const PolynomialDirections& set,
                               double epsilon);

/// Paley's Hadamard matrix of order p + 1 (p prime, p = 3 mod 4), a column for each pattern, its
/// rows cut to r or filled up to r with ones: products of two columns are at most |r - p - 1|.
/// @throws Error unless p is such a prime and r >= 1
arma::mat sign_patterns(arma::uword p, arma::uword r);

/// The number that chance alone gives: as long as M times the share of sign vectors of length n with
/// |v . w| > epsilon n is below 1, one more can be added (Gilbert). The least M of which that is
/// no longer true, exactly.
/// @throws Error unless n >= 1 and 0 < epsilon < 1
Integer gilbert_directions(arma::uword n, const Rational& epsilon);

} // namespace epreuve::instruments
