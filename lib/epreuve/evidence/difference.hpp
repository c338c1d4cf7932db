#pragma once

#include <armadillo>

#include <concepts>
#include <optional>
#include <string>
#include <string_view>

namespace epreuve::evidence {

/// How far two values, or two matrices of the same shape, are apart.
///
/// `absolute`      largest |a_ij - b_ij|
/// `ulps`          largest |a_ij - b_ij| / ulp(b_ij), ulp(b) the spacing of the numbers of the
///                 element type at b: for functions computed entry by entry
/// `ulps_of_norm`  absolute / ulp(max |b_ij|): for matrix products, where cancellation
///                 between large entries may leave small ones with few right digits
/// Equal infinities differ by 0. Unequal ones, NaN, and different shapes differ by infinity; so
/// do empty matrices, because comparing nothing shows nothing.
struct Difference
{
  double absolute = 0;
  double ulps = 0;
  double ulps_of_norm = 0;
  arma::uword row = 0; ///< where the absolute difference is largest
  arma::uword col = 0;
  std::string left;  ///< the entry there (or the shape), left side
  std::string right; ///< and right side
};

/// The difference of a from b; b is the reference whose ulp is counted.
template <typename Real>
Difference difference(const arma::Mat<Real>& a, const arma::Mat<Real>& b);
Difference difference(double a, double b);
/// Of expressions of Armadillo: A * x, x.t(), M.col(1).
template <typename Real, typename Left, typename Right>
Difference difference(const arma::Base<Real, Left>& a, const arma::Base<Real, Right>& b)
{
  return difference(arma::Mat<Real>(a.get_ref()), arma::Mat<Real>(b.get_ref()));
}

/// Numbers of more digits or fractions (at least one of the two), which are rounded to double.
template <typename Left, typename Right>
concept rounded_numbers =
    std::constructible_from<double, Left> && std::constructible_from<double, Right> &&
    !(std::convertible_to<Left, double> && std::convertible_to<Right, double>);
template <typename Left, typename Right>
  requires rounded_numbers<Left, Right>
Difference difference(const Left& a, const Right& b)
{
  return difference(static_cast<double>(a), static_cast<double>(b));
}

/// The largest of several differences.
Difference worst(const Difference& one, const Difference& other);

/// How far two sides may be apart to count as equal. Choose it from an error analysis, never
/// from what the program happens to give.
struct Tolerance
{
  enum class Measure
  {
    absolute,
    ulps,
    ulps_of_norm
  };
  Measure measure = Measure::ulps;
  double amount = 0;

  bool admits(const Difference& d) const; ///< an infinite difference never
  double measured(const Difference& d) const;
  /// The part of it that a difference takes; nothing of a tolerance of 0.
  std::optional<double> share(const Difference& d) const;
  std::string text() const; ///< "4 ulp", "8 ulp of the largest entry", "1e-12", "equal"
};

Tolerance exactly();
Tolerance ulps(double amount);
Tolerance ulps_of_norm(double amount);
Tolerance absolute(double amount);

/// "worst 2 ulp", "worst 3.1e-15": a difference in the tolerance's measure, after a word for it.
std::string describe(const Difference& d, const Tolerance& tolerance,
                     std::string_view word = "worst");

} // namespace epreuve::evidence
