#pragma once

#include "epreuve/evidence/decimal.hpp"
#include "epreuve/evidence/evidence.hpp"

#include <armadillo>

#include <cstddef>
#include <source_location>
#include <string_view>
#include <vector>

namespace epreuve::evidence {

/// Computed numbers to be compared with printed ones: a scalar, vector or matrix of doubles, or
/// exact rationals.
class Values
{
public:
  // Implicit, so that a chapter writes prints("0.237 0.008", sigma).
  Values(double value, double trusted_ulps = default_ulps);            // NOLINT
  Values(const arma::mat& matrix, double trusted_ulps = default_ulps); // NOLINT
  template <typename Expression>                           // of Armadillo: A * x, x / accu(x)
  Values(const arma::Base<double, Expression>& expression, // NOLINT
         double trusted_ulps = default_ulps)
      : Values(arma::mat(expression.get_ref()), trusted_ulps)
  {
  }
  Values(const Rational& value);               // NOLINT
  Values(const std::vector<Rational>& column); // NOLINT
  Values(const std::vector<Rational>& row_by_row, std::size_t n_rows, std::size_t n_cols);

  /// How far a computed double is taken to be from the true value, unless the chapter says
  /// otherwise: enough for a few correctly rounded operations.
  static constexpr double default_ulps = 8;

  std::vector<ComputedNumber> numbers; ///< row by row
  std::size_t n_rows = 0;
  std::size_t n_cols = 0;
};

/// Whether printed numbers are digits of more, or meant as they stand: integers, fractions.
enum class Meant
{
  to_the_printed_digits,
  exactly
};

/// Printed numbers against computed ones: whether the digits are rounded, cut, or by how many
/// units of the last place they are off. Throws Error if `printed` cannot be read.
Evidence compare_digits(std::string_view printed, const Values& computed, Meant meant,
                        std::source_location where);

} // namespace epreuve::evidence
