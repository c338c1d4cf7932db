#pragma once

#include "epreuve/evidence/difference.hpp"
#include "epreuve/evidence/digits.hpp"
#include "epreuve/evidence/estimate.hpp"
#include "epreuve/evidence/evidence.hpp"
#include "epreuve/evidence/property.hpp"
#include "epreuve/evidence/source.hpp"
#include "epreuve/evidence/verdict.hpp"

#include <armadillo>

#include <concepts>
#include <cstdint>
#include <functional>
#include <source_location>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace epreuve::evidence {

/// A statement under test: a claim of a document, or a finding of our own. Built by chaining,
///
///     chapter.claim("exo7-7-tanh-approx", refuted)
///         .as_printed("x/2 (1 + tanh(√(2/π) + 0.44715 x³))")
///         .at_most("error on [-4, 4]", worst_as_printed, 1e-3)
///         .corrected("x/2 (1 + tanh(√(2/π) (x + 0.044715 x³)))")
///         .at_most("error on [-4, 4]", worst_corrected, 1e-3);
///
/// Evidence belongs to the reading opened last: the claim itself at first, then whatever
/// as_printed, as_copied, corrected, restored or meant opened. The verdict follows from which readings
/// pass; see found().
class Claim
{
public:
  using Where = std::source_location;
  static constexpr std::uint64_t default_draws = 1000; ///< random inputs of a property

  Claim(ClaimSource source, Verdict declared, std::uint64_t seed, Where where);

  // -- Readings ------------------------------------------------------------------------------
  // What is right (corrected, restored, meant) without a formula throws Error: it would say nothing.

  Claim& as_printed(std::string formula);
  Claim& as_copied(std::string formula);
  Claim& corrected(std::string formula);
  Claim& restored(std::string formula);

  /// What a slip means: a letter, an index or a name is wrong, and the document itself
  /// has the right one elsewhere. Throws Error unless `elsewhere` says where.
  Claim& meant(std::string formula, std::string elsewhere, Where where = Where::current());

  // -- Ways of checking ----------------------------------------------------------------------

  /// Printed digits against computed values; finds whether the digits are rounded, cut, or by
  /// how many units of the last place they are off. Throws Error if `printed` cannot be read.
  Claim& prints(std::string_view printed, const Values& computed, Where where = Where::current());

  /// Printed numbers that are meant exactly: integers, fractions "-1/3".
  Claim& prints_exactly(std::string_view printed, const Values& computed,
                        Where where = Where::current());

  /// Two sides of an identity. The right side is the reference whose ulp is counted.
  template <typename Real>
  Claim& agree(std::string what, const arma::Mat<Real>& left, const arma::Mat<Real>& right,
               Tolerance tolerance, Where where = Where::current());
  template <typename Real, typename Left, typename Right> // of Armadillo: A * x, x.t()
  Claim& agree(std::string what, const arma::Base<Real, Left>& left,
               const arma::Base<Real, Right>& right, Tolerance tolerance,
               Where where = Where::current());
  Claim& agree(std::string what, double left, double right, Tolerance tolerance,
               Where where = Where::current());
  Claim& agree(std::string what, const Difference& seen, Tolerance tolerance,
               Where where = Where::current());
  /// Numbers of more digits or fractions, each rounded to double.
  template <typename Left, typename Right>
    requires rounded_numbers<Left, Right>
  Claim& agree(std::string what, const Left& left, const Right& right, Tolerance tolerance,
               Where where = Where::current())
  {
    return agree(std::move(what), difference(left, right), tolerance, where);
  }
  /// Two functions of one real variable: agree("sin² + cos²", over(-9, 9), left, right, ulps(4)).
  /// They may return numbers of more digits, which are then rounded to double.
  template <std::invocable<double> Left, std::invocable<double> Right>
  Claim& agree(std::string what, const RealVariable& x, Left left, Right right, Tolerance tolerance,
               std::uint64_t draws = default_draws, Where where = Where::current());

  /// Two exact values of types with == : rationals, matrices of rationals, integers, text.
  template <typename Left, typename Right>
    requires std::equality_comparable_with<Left, Right>
  Claim& equal(std::string what, const Left& left, const Right& right,
               Where where = Where::current());
  /// Two matrices of the same shape whose entries are equal; none of them NaN.
  template <typename Real, typename Left, typename Right>
  Claim& equal(std::string what, const arma::Base<Real, Left>& left,
               const arma::Base<Real, Right>& right, Where where = Where::current());

  /// A property of random inputs: true or false of each, or two sides that agree.
  Claim& property(std::string what, const Predicate& holds, std::uint64_t draws = default_draws,
                  Where where = Where::current());
  Claim& property(std::string what, const Comparison& sides, Tolerance tolerance,
                  std::uint64_t draws = default_draws, Where where = Where::current());
  /// A statement for every value of one real variable: property("Φ rises", over(-38, 8), rises).
  Claim& property(std::string what, const RealVariable& x, const std::function<bool(double)>& holds,
                  std::uint64_t draws = default_draws, Where where = Where::current());

  /// Calling `attempt` must throw Error, with a message that contains `words`: a library has to
  /// refuse what is outside its domain, and say why.
  Claim& refuses(std::string what, const std::function<void()>& attempt, std::string_view words,
                 Where where = Where::current());

  /// value <= bound, value >= bound, low <= value <= high. Throws Error if low > high.
  Claim& at_most(std::string what, double value, double bound, Where where = Where::current());
  Claim& at_least(std::string what, double value, double bound, Where where = Where::current());
  Claim& within(std::string what, double value, double low, double high,
                Where where = Where::current());

  /// A statistic whose true value is claimed to be `expected`: passes if the 1 - 10^-6
  /// confidence interval contains it and is narrower on each side than `resolution`, the smallest
  /// deviation that would matter. This interval is shown. Throws Error unless the estimate has at
  /// least 2 draws and a standard error >= 0, all finite, and the resolution is finite and positive.
  Claim& estimates(std::string what, const Estimate& estimate, double expected, double resolution,
                   Where where = Where::current());

  /// Both sides of a formula have the same shape.
  Claim& same_shape(std::string left_text, arma::SizeMat left, std::string right_text,
                    arma::SizeMat right, Where where = Where::current());
  /// A matrix product can be formed: as many columns on the left as rows on the right.
  Claim& conformable(std::string left_text, arma::SizeMat left, std::string right_text,
                     arma::SizeMat right, Where where = Where::current());

  /// Something the chapter has computed to be true or false; `seen` says what was seen.
  Claim& fact(std::string what, bool is_true, std::string seen, Where where = Where::current());

  /// No computation decides: a reading, with its reason, that supports the statement ...
  Claim& by_reading(std::string reason, Where where = Where::current());
  /// ... or contradicts it.
  Claim& contradicted(std::string reason, Where where = Where::current());
  /// It claims nothing that could be false: invented numbers, a question, an example made to come
  /// out right, a figure of ours for one that the copy lacks.
  Claim& invented(std::string reason, Where where = Where::current());
  /// Only the published weights decide; says what was checked without them, and how to get them.
  Claim& without_weights(std::string reason, Where where = Where::current());

  /// The evidence just given measures time or memory, which differ from run to run: the record marks
  /// it. Throws Error if there is no evidence yet.
  Claim& measured();

  /// The evidence just given is of roundings, or of what they decide (how many digits a formula loses, where a descent
  /// among equals ends): it differs from processor to processor, and git keeps only whether it passes. Throws Error if
  /// there is no evidence yet.
  Claim& rounding();

  // -- The verdict ---------------------------------------------------------------------------

  /// The verdict that the evidence supports:
  ///
  ///     some printed reading fails, a correction passes   ill-typed if shapes failed, else refuted
  ///     some printed reading fails, what is meant passes   slip
  ///     every copied reading fails, a restored one passes  damaged
  ///     every printed reading passes, no correction        needs-weights, illustrative,
  ///                                                        reproduced[-truncated] if digits
  ///                                                        were compared, else holds
  ///     anything else                                      undecided
  ///
  /// Evidence that is not conclusive leaves the claim undecided, whichever way it leans: digits
  /// or samples too few to decide, NaN against a bound, a property that throws. So does a reading
  /// without any check. What is given as right (corrections or what is meant, not both;
  /// restorations) must all pass, and be checked by more than saying that the numbers are invented
  /// or the weights missing; where computing shows the failure, computing must show what is right.
  Verdict found() const;

  /// Whether the verdict found is the declared one.
  bool as_declared() const { return found() == declared_; }

  /// Why the verdict is undecided or not the declared one, in one line; empty if as declared.
  std::string complaint() const;

  /// The formulas of the readings that say what is right, joined.
  std::string correction() const;

  const ClaimSource& source() const { return source_; }
  Verdict declared() const { return declared_; }
  const std::vector<Reading>& readings() const { return readings_; }
  bool has_evidence() const;
  Where where() const { return where_; }

private:
  Claim& open(Role role, std::string formula);
  Claim& add(Evidence evidence);
  /// The evidence just given. Throws Error, in the name of the mark, if there is none.
  Evidence& last(const char* mark);
  /// `text` says what was seen if the two sides agree.
  Claim& add_agreement(std::string what, const Difference& seen, Tolerance tolerance,
                       std::string text, Where where);
  Claim& add_property(std::string what, PropertyResult result, const Tolerance* tolerance,
                      Where where);
  bool has(Evidence::Kind kind, Role role, bool passed) const;
  bool corrected_by_word_alone() const;
  std::string undecided_because() const;
  std::uint64_t next_seed();

  ClaimSource source_;
  Verdict declared_;
  std::uint64_t seed_;
  Where where_;
  std::vector<Reading> readings_;
};

Evidence equality(std::string what, bool equal, std::string left, std::string right,
                  std::source_location where);

template <typename Real>
Claim& Claim::agree(std::string what, const arma::Mat<Real>& left, const arma::Mat<Real>& right,
                    Tolerance tolerance, Where where)
{
  return agree(std::move(what), difference(left, right), tolerance, where);
}

template <typename Real, typename Left, typename Right>
Claim& Claim::agree(std::string what, const arma::Base<Real, Left>& left,
                    const arma::Base<Real, Right>& right, Tolerance tolerance, Where where)
{
  return agree(std::move(what), difference(left, right), tolerance, where);
}

template <std::invocable<double> Left, std::invocable<double> Right>
Claim& Claim::agree(std::string what, const RealVariable& x, Left left, Right right,
                    Tolerance tolerance, std::uint64_t draws, Where where)
{
  const auto sides = [&](Draw& draw) {
    const double at = draw.real(x);
    return difference(static_cast<double>(left(at)), static_cast<double>(right(at)));
  };
  return property(std::move(what), sides, tolerance, draws, where);
}

template <typename Left, typename Right>
  requires std::equality_comparable_with<Left, Right>
Claim& Claim::equal(std::string what, const Left& left, const Right& right, Where where)
{
  const auto text = [](const auto& value) {
    std::ostringstream out;
    out << value;
    return out.str();
  };
  const auto same = [&] {
    if constexpr (std::integral<Left> && std::integral<Right>)
      return std::cmp_equal(left, right);
    else
      return left == right;
  };
  return add(equality(std::move(what), same(), text(left), text(right), where));
}

template <typename Real, typename Left, typename Right>
Claim& Claim::equal(std::string what, const arma::Base<Real, Left>& left,
                    const arma::Base<Real, Right>& right, Where where)
{
  return agree(std::move(what), difference(left, right), exactly(), where);
}

} // namespace epreuve::evidence
