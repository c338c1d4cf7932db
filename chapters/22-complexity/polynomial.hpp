#pragma once

#include "epreuve/rational.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

/// Polynomials in several sizes, with rational coefficients: what a count turns out to be, for all sizes.
namespace epreuve::instruments {

/// Whole numbers, one for each variable.
using Point = std::vector<unsigned>;

struct Polynomial
{
  std::vector<std::string> names;
  std::map<Point, Rational> terms; ///< exponents and coefficient; none is 0

  friend bool operator==(const Polynomial&, const Polynomial&) = default;
};

/// The polynomial with these values: of degree at most m - 1 in a variable with m nodes there is exactly one. Whether
/// the function is that polynomial elsewhere too is to be seen at other points.
///
/// @param names  of the variables
/// @param nodes  for each variable its values, all different; f is called on all combinations
/// @throws       Error if there are not as many lists as names, one is empty or holds a value twice
Polynomial interpolated(const std::vector<std::string>& names,
                        const std::vector<std::vector<unsigned>>& nodes,
                        const std::function<Rational(const Point&)>& f);

/// @throws Error unless there are as many numbers as variables
Rational value(const Polynomial& p, const Point& at);

/// As one writes it, highest degree first: "8bnd² + 4bn²d − 2n".
std::string text(const Polynomial& p);

} // namespace epreuve::instruments
