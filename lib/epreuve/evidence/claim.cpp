#include "epreuve/evidence/claim.hpp"

#include "epreuve/error.hpp"
#include "epreuve/evidence/steady.hpp"
#include "epreuve/shape.hpp"
#include "epreuve/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <exception>
#include <limits>
#include <optional>

namespace epreuve::evidence {

namespace {

using Kind = Evidence::Kind;

Evidence evidence_of(Kind kind, std::string what, bool passed, std::string seen, Claim::Where where)
{
  Evidence e;
  e.kind = kind;
  e.what = std::move(what);
  e.passed = passed;
  e.seen = std::move(seen);
  e.where = where;
  return e;
}

/// What was seen is the same on every processor.
Evidence steady(Evidence e)
{
  e.steady = e.seen;
  return e;
}

/// Numbers in six digits, or in as many more as their order needs to be seen.
std::vector<std::string> in_visible_order(const std::vector<double>& numbers)
{
  for (int digits = 6;; ++digits) {
    std::vector<std::string> texts;
    std::vector<double> read;
    for (const double number : numbers) {
      texts.push_back(fmt::format("{:.{}g}", number, digits));
      read.push_back(std::strtod(texts.back().c_str(), nullptr));
    }
    bool same_order = true;
    for (std::size_t i = 0; i < numbers.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        same_order = same_order && (read[i] < read[j]) == (numbers[i] < numbers[j]) &&
                     (read[i] > read[j]) == (numbers[i] > numbers[j]);
    if (same_order || digits == std::numeric_limits<double>::max_digits10)
      return texts;
  }
}

/// @param text  the value, in as many digits as its order with the limits needs
Evidence bound(std::string what, double value, const std::string& text, std::string relation,
               bool passed, Claim::Where where)
{
  Evidence e =
      evidence_of(Kind::bound, std::move(what), passed,
                  fmt::format("{} {} {}", text, passed ? "is" : "is not", relation), where);
  e.conclusive = !std::isnan(value); // NaN is neither at most nor at least anything
  e.computed = text;
  e.steady = steady_digits(value);
  e.tolerance = std::move(relation);
  return e;
}

/// "10 000", with no-break spaces.
std::string with_thousands(std::uint64_t n)
{
  std::string digits = fmt::format("{}", n);
  for (std::size_t i = digits.size(); i > 3; i -= 3)
    digits.insert(i - 3, "\u00a0");
  return digits;
}

} // namespace

Claim::Claim(ClaimSource source, Verdict declared, std::uint64_t seed, Where where)
    : source_(std::move(source)), declared_(declared), seed_(seed), where_(where)
{
  if (declared == Verdict::undecided)
    throw Error("{}: \"undecided\" is what the engine finds where evidence is missing; it cannot "
                "be declared",
                source_.id);
}

Claim& Claim::open(Role role, std::string formula)
{
  if (is_right(role) && formula.find_first_not_of(" \t\n") == std::string::npos)
    throw Error("{}: a reading of what is {} needs the formula or sentence that is right, got none",
                source_.id, name(role));
  readings_.push_back({role, std::move(formula), {}});
  return *this;
}

Claim& Claim::as_printed(std::string formula)
{
  return open(Role::printed, std::move(formula));
}

Claim& Claim::as_copied(std::string formula)
{
  return open(Role::copied, std::move(formula));
}

Claim& Claim::corrected(std::string formula)
{
  return open(Role::corrected, std::move(formula));
}

Claim& Claim::restored(std::string formula)
{
  return open(Role::restored, std::move(formula));
}

Claim& Claim::meant(std::string formula, std::string elsewhere, Where where)
{
  if (elsewhere.find_first_not_of(" \t\n") == std::string::npos)
    throw Error("{}: a slip is one where the document itself has the right form elsewhere; say "
                "where, or correct it",
                source_.id);
  return open(Role::meant, std::move(formula))
      .add(evidence_of(Kind::reading, "the document itself", true, std::move(elsewhere), where));
}

Claim& Claim::add(Evidence evidence)
{
  if (readings_.empty())
    open(Role::printed, "");
  readings_.back().evidence.push_back(std::move(evidence));
  return *this;
}

std::uint64_t Claim::next_seed()
{
  // Distinct properties of one claim draw distinct inputs; FNV-1a of the id keeps the draws of
  // one claim independent of the claims before it.
  std::uint64_t hash = 14695981039346656037u ^ seed_;
  for (const char c : source_.id)
    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  for (const Reading& reading : readings_)
    hash = (hash ^ reading.evidence.size()) * 1099511628211u;
  return hash;
}

Claim& Claim::prints(std::string_view printed, const Values& computed, Where where)
{
  return add(compare_digits(printed, computed, Meant::to_the_printed_digits, where));
}

Claim& Claim::prints_exactly(std::string_view printed, const Values& computed, Where where)
{
  return add(compare_digits(printed, computed, Meant::exactly, where));
}

Claim& Claim::agree(std::string what, double left, double right, Tolerance tolerance, Where where)
{
  const Difference seen = difference(left, right);
  // A matrix says how far it is off at worst; a single number can be shown.
  add_agreement(
      std::move(what), seen, tolerance,
      fmt::format("{:.6g}, {}", left == 0 ? 0 : left, describe(seen, tolerance, "off by")), where);
  Evidence& e = readings_.back().evidence.back();
  if (e.passed)
    e.steady = steady_digits(
        left, tolerance.measure == Tolerance::Measure::absolute ? tolerance.amount : 0);
  return *this;
}

Claim& Claim::agree(std::string what, const Difference& seen, Tolerance tolerance, Where where)
{
  return add_agreement(std::move(what), seen, tolerance, describe(seen, tolerance), where);
}

Claim& Claim::add_agreement(std::string what, const Difference& seen, Tolerance tolerance,
                            std::string text, Where where)
{
  Evidence e;
  e.kind = Kind::identity;
  e.what = std::move(what);
  e.passed = tolerance.admits(seen);
  e.tolerance = tolerance.text();
  e.absolute = seen.absolute;
  e.ulps = tolerance.measure == Tolerance::Measure::ulps_of_norm ? seen.ulps_of_norm : seen.ulps;
  e.seen = e.passed ? std::move(text) : fmt::format("{} against {}", seen.left, seen.right);
  e.share = e.passed ? tolerance.share(seen) : std::nullopt;
  e.steady = e.passed ? "" : e.seen;
  e.where = where;
  return add(std::move(e));
}

/// A matrix, whose rows are lines, as "(1 2; 3 4)"; other values have one line.
static std::string in_one_line(const std::string& value)
{
  if (value.find('\n') == std::string::npos)
    return value;
  std::string rows;
  for (const std::string& line : split_lines(value)) {
    std::istringstream words(line);
    std::string row;
    for (std::string word; words >> word;)
      row += (row.empty() ? "" : " ") + word;
    if (!row.empty())
      rows += (rows.empty() ? "" : "; ") + row;
  }
  return "(" + rows + ")";
}

Evidence equality(std::string what, bool equal, std::string left, std::string right,
                  std::source_location where)
{
  constexpr std::size_t one_number = 24;
  const bool short_enough = left.size() <= one_number && left.find('\n') == std::string::npos;
  Evidence e =
      evidence_of(Kind::equality, std::move(what), equal,
                  !equal ? fmt::format("{} against {}", in_one_line(left), in_one_line(right))
                  : short_enough ? left + ", equal"
                                 : "equal",
                  where);
  e.tolerance = "equal";
  e.steady = e.seen;
  e.computed = std::move(left);
  return e;
}

Claim& Claim::add_property(std::string what, PropertyResult result, const Tolerance* tolerance,
                           Where where)
{
  Evidence e;
  e.kind = Kind::property;
  e.what = std::move(what);
  e.passed = result.passed;
  e.conclusive = !result.threw && result.draws > 0;
  e.draws = result.draws;
  e.counterexample = result.counterexample;
  e.tolerance = tolerance ? tolerance->text() : "";
  e.where = where;
  if (result.draws == 0) {
    e.seen = "tried on no input";
  } else if (!result.passed) {
    e.seen = e.steady = fmt::format("fails for {}: {}", result.counterexample, result.failure);
  } else {
    e.seen = e.steady =
        fmt::format("{} {}", with_thousands(result.draws), plural(result.draws, "draw"));
    if (tolerance) {
      e.absolute = result.worst.absolute;
      e.ulps = tolerance->measure == Tolerance::Measure::ulps_of_norm ? result.worst.ulps_of_norm
                                                                      : result.worst.ulps;
      e.seen += ", " + describe(result.worst, *tolerance);
      e.share = tolerance->share(result.worst);
    }
  }
  return add(std::move(e));
}

Claim& Claim::property(std::string what, const Predicate& holds, std::uint64_t draws, Where where)
{
  return add_property(std::move(what), check_property(holds, draws, next_seed()), nullptr, where);
}

Claim& Claim::property(std::string what, const RealVariable& x,
                       const std::function<bool(double)>& holds, std::uint64_t draws, Where where)
{
  const auto predicate = [&](Draw& draw) { return holds(draw.real(x)); };
  return property(std::move(what), predicate, draws, where);
}

Claim& Claim::property(std::string what, const Comparison& sides, Tolerance tolerance,
                       std::uint64_t draws, Where where)
{
  return add_property(std::move(what), check_property(sides, tolerance, draws, next_seed()),
                      &tolerance, where);
}

Claim& Claim::refuses(std::string what, const std::function<void()>& attempt,
                      std::string_view words, Where where)
{
  if (words.empty())
    throw Error("{}: {}: a refusal is known by words of its message, got none", source_.id, what);
  std::string seen = "accepted";
  bool refused = false;
  try {
    attempt();
  } catch (const Error& error) {
    const std::string message = error.what();
    refused = message.find(words) != std::string::npos;
    seen = (refused ? "refused: " : "refused for another reason: ") + message;
  } catch (const std::exception& error) {
    seen = fmt::format("not refused by an Error, but: {}", error.what());
  }
  return add(evidence_of(Kind::fact, std::move(what), refused, std::move(seen), where));
}

Evidence& Claim::last(const char* mark)
{
  if (readings_.empty() || readings_.back().evidence.empty())
    throw Error("{}: {}() marks the evidence before it, and there is none yet", source_.id, mark);
  return readings_.back().evidence.back();
}

Claim& Claim::measured()
{
  Evidence& e = last("measured");
  e.measured = true;
  e.steady.clear();
  return *this;
}

Claim& Claim::rounding()
{
  last("rounding").steady.clear();
  return *this;
}

Claim& Claim::at_most(std::string what, double value, double limit, Where where)
{
  const std::vector<std::string> texts = in_visible_order({value, limit});
  return add(bound(std::move(what), value, texts[0], "≤ " + texts[1], value <= limit, where));
}

Claim& Claim::at_least(std::string what, double value, double limit, Where where)
{
  const std::vector<std::string> texts = in_visible_order({value, limit});
  return add(bound(std::move(what), value, texts[0], "≥ " + texts[1], value >= limit, where));
}

Claim& Claim::within(std::string what, double value, double low, double high, Where where)
{
  if (!(low <= high))
    throw Error("{}: {}: the lower bound must come first, got [{}, {}]", source_.id, what, low,
                high);
  const std::vector<std::string> texts = in_visible_order({value, low, high});
  return add(bound(std::move(what), value, texts[0], fmt::format("in [{}, {}]", texts[1], texts[2]),
                   low <= value && value <= high, where));
}

Claim& Claim::estimates(std::string what, const Estimate& estimate, double expected,
                        double resolution, Where where)
{
  if (estimate.n < 2 || !std::isfinite(estimate.value) || !(estimate.standard_error >= 0) ||
      !std::isfinite(estimate.standard_error))
    throw Error("{}: {}: an estimate from at least 2 draws with a finite standard error was "
                "expected, got {} ± {} from {}",
                source_.id, what, estimate.value, estimate.standard_error, estimate.n);
  if (!std::isfinite(expected) || !(resolution > 0) || !std::isfinite(resolution))
    throw Error("{}: {}: a finite expected value and a finite resolution > 0 were expected, got {} "
                "and {}",
                source_.id, what, expected, resolution);
  const double half = half_width(estimate, demanded_confidence);
  Evidence e;
  e.kind = Kind::statistic;
  e.what = std::move(what);
  e.computed = fmt::format("{:.6g}", estimate.value);
  e.tolerance = fmt::format("{:.6g} in the interval, resolution {:.3g}", expected, resolution);
  e.where = where;
  e.absolute = std::abs(estimate.value - expected);
  const bool sharp = half < resolution;
  const bool contains = std::abs(estimate.value - expected) <= half;
  e.passed = sharp && contains;
  // A wide interval that holds the expected value proves nothing; one that excludes it does.
  e.conclusive = sharp || !contains;
  e.seen = fmt::format(
      "{:.5g} ± {:.2g} (confidence 1 − 10⁻⁶, {} draws){}", estimate.value, half,
      with_thousands(estimate.n),
      e.passed   ? fmt::format(", expected {:.5g}, resolution {:.3g}", expected, resolution)
      : contains ? ", too wide to tell"
                 : fmt::format(" excludes {:.5g}", expected));
  e.steady = fmt::format("{} ± {:.2g}",
                         steady_digits(estimate.value, estimate.standard_error / 100), half);
  e.draws = estimate.n;
  return add(std::move(e));
}

Claim& Claim::same_shape(std::string left_text, arma::SizeMat left, std::string right_text,
                         arma::SizeMat right, Where where)
{
  return add(steady(evidence_of(
      Kind::shapes, "shapes", left == right,
      fmt::format("{} is {}, {} is {}", left_text, shape(left), right_text, shape(right)), where)));
}

Claim& Claim::conformable(std::string left_text, arma::SizeMat left, std::string right_text,
                          arma::SizeMat right, Where where)
{
  const bool passed = left.n_cols == right.n_rows;
  return add(steady(evidence_of(
      Kind::shapes, "product", passed,
      fmt::format("{} is {}, {} is {}: {}", left_text, shape(left), right_text, shape(right),
                  passed ? "the product exists" : "there is no such product"),
      where)));
}

Claim& Claim::fact(std::string what, bool is_true, std::string seen, Where where)
{
  return add(steady(evidence_of(Kind::fact, std::move(what), is_true, std::move(seen), where)));
}

Claim& Claim::by_reading(std::string reason, Where where)
{
  return add(evidence_of(Kind::reading, "", true, std::move(reason), where));
}

Claim& Claim::contradicted(std::string reason, Where where)
{
  return add(evidence_of(Kind::reading, "", false, std::move(reason), where));
}

Claim& Claim::invented(std::string reason, Where where)
{
  return add(evidence_of(Kind::illustration, "", true, std::move(reason), where));
}

Claim& Claim::without_weights(std::string reason, Where where)
{
  return add(evidence_of(Kind::weights, "", true, std::move(reason), where));
}

bool Claim::has_evidence() const
{
  return std::any_of(readings_.begin(), readings_.end(),
                     [](const Reading& r) { return !r.evidence.empty(); });
}

bool Claim::has(Kind kind, Role role, bool passed) const
{
  for (const Reading& reading : readings_) {
    if (reading.role != role)
      continue;
    for (const Evidence& e : reading.evidence) {
      if (e.kind == kind && e.passed == passed)
        return true;
    }
  }
  return false;
}

bool Claim::corrected_by_word_alone() const
{
  bool fails = false, corrects = false, checked = false;
  for (const Reading& reading : readings_) {
    const bool right = is_right(reading.role);
    corrects |= right;
    for (const Evidence& e : reading.evidence) {
      const bool computing =
          e.kind != Kind::reading && e.kind != Kind::illustration && e.kind != Kind::weights;
      fails |= !right && computing && !e.passed;
      checked |= right && computing;
    }
  }
  return fails && corrects && !checked;
}

Verdict Claim::found() const
{
  struct Count
  {
    int passing = 0;
    int failing = 0;
    bool all_pass() const { return passing > 0 && failing == 0; }
    bool all_fail() const { return failing > 0 && passing == 0; }
    bool none() const { return passing + failing == 0; }
  };
  Count printed, copied, corrected, restored, meant;
  bool conclusive = !corrected_by_word_alone();
  bool cut = false;
  bool digits = false;
  for (const Reading& reading : readings_) {
    Count& count = reading.role == Role::printed     ? printed
                   : reading.role == Role::copied    ? copied
                   : reading.role == Role::corrected ? corrected
                   : reading.role == Role::restored  ? restored
                                                     : meant;
    ++(reading.passes() ? count.passing : count.failing);
    conclusive &= !reading.evidence.empty();
    for (const Evidence& e : reading.evidence) {
      conclusive &= e.conclusive;
      digits |= reading.role == Role::printed && e.digits.has_value();
      cut |= reading.role == Role::printed && e.digits == Digits::truncated;
    }
  }

  if (!conclusive)
    return Verdict::undecided;
  if (printed.failing > 0) {
    if (restored.failing > 0 || copied.passing > 0 || corrected.none() == meant.none())
      return Verdict::undecided;
    if (!meant.none())
      return meant.all_pass() ? Verdict::slip : Verdict::undecided;
    if (!corrected.all_pass())
      return Verdict::undecided;
    return has(Kind::shapes, Role::printed, false) ? Verdict::ill_typed : Verdict::refuted;
  }
  if (!corrected.none() || !meant.none())
    return Verdict::undecided;
  if (!copied.none() || !restored.none())
    return copied.all_fail() && restored.all_pass() ? Verdict::damaged : Verdict::undecided;
  if (printed.none())
    return Verdict::undecided;
  if (has(Kind::weights, Role::printed, true))
    return Verdict::needs_weights;
  if (has(Kind::illustration, Role::printed, true))
    return Verdict::illustrative;
  if (digits)
    return cut ? Verdict::reproduced_truncated : Verdict::reproduced;
  return Verdict::holds;
}

std::string Claim::complaint() const
{
  const Verdict verdict = found();
  if (verdict == declared_)
    return "";
  const std::string declared = fmt::format("declared {}", name(declared_));
  if (!has_evidence())
    return declared + ", but there is no evidence";
  for (const Reading& reading : readings_) {
    if (reading.evidence.empty())
      return fmt::format("{}, but nothing was checked of \"{}\"", declared, reading.formula);
    for (const Evidence& e : reading.evidence) {
      if (!e.conclusive)
        return fmt::format("{}, but cannot tell: {}", declared, summary(e));
    }
  }
  for (const Reading& reading : readings_) {
    const bool should_fail = reading.role == Role::copied ||
                             (reading.role == Role::printed &&
                              (declared_ == Verdict::refuted || declared_ == Verdict::ill_typed ||
                               declared_ == Verdict::slip));
    if (should_fail)
      continue;
    for (const Evidence& e : reading.evidence) {
      if (!e.passed)
        return fmt::format("{}, but {}{}", declared,
                           reading.formula.empty() ? "" : reading.formula + ": ", summary(e));
    }
  }
  if (verdict != Verdict::undecided)
    return fmt::format("{}, found {}", declared, name(verdict));
  return fmt::format("{}, but {}", declared, undecided_because());
}

std::string Claim::undecided_because() const
{
  bool printed = false, printed_fails = false, copied = false, corrected = false, restored = false,
       meant = false;
  for (const Reading& reading : readings_) {
    const bool passes = reading.passes();
    if (reading.role == Role::copied && passes)
      return fmt::format("the literal reading \"{}\" passes", reading.formula);
    if (is_right(reading.role) && !passes)
      return fmt::format("\"{}\" was not checked by computing or reading", reading.formula);
    printed |= reading.role == Role::printed;
    printed_fails |= reading.role == Role::printed && !passes;
    copied |= reading.role == Role::copied;
    corrected |= reading.role == Role::corrected;
    restored |= reading.role == Role::restored;
    meant |= reading.role == Role::meant;
  }
  if (corrected_by_word_alone())
    return "what fails by computing is corrected by word alone";
  if (printed_fails && corrected && meant)
    return "it is corrected, and said to be a slip";
  if (printed_fails)
    return "no correction was checked";
  if (printed && (corrected || meant))
    return "nothing fails, so there is nothing to correct";
  if (copied && !restored)
    return "no restored reading was checked";
  if (restored && !copied)
    return "no literal reading (as_copied) was shown to fail";
  return "the statement itself was not checked";
}

std::string Claim::correction() const
{
  std::string text;
  for (const Reading& reading : readings_) {
    if (is_right(reading.role))
      text += (text.empty() ? "" : "; ") + reading.formula;
  }
  return text;
}

} // namespace epreuve::evidence
