#include "extremum.hpp"

#include "epreuve/error.hpp"
#include "epreuve/instruments/bisection.hpp"
#include "epreuve/instruments/derivative.hpp"

#include <algorithm>

namespace epreuve::instruments {

Extremum extremum_near(const Reference& start, const std::function<Reference(const Reference&)>& f)
{
  const Reference settled("1e-18");
  Reference before = start - Reference("1e-3"), x = start;
  Reference slope_before = derivative_50(f, before);
  for (int step = 0; step < 20; ++step) {
    const Reference slope_here = derivative_50(f, x);
    if (slope_here == slope_before)
      break;
    const Reference next = x - slope_here * (x - before) / (slope_here - slope_before);
    before = x;
    slope_before = slope_here;
    x = next;
    if (abs(x - before) <= settled)
      return {x, f(x)};
  }
  throw Error("extremum_near: no extremum near {:.17g}: the secant rule does not settle",
              rounded(start));
}

evidence::Claim& same_extremum(evidence::Claim& claim, const std::string& what,
                               const instruments::Maximum& found, const Extremum& exact,
                               evidence::Tolerance place, evidence::Tolerance value,
                               std::string_view printed_place, std::string_view printed_value,
                               std::source_location where)
{
  const auto rounds = [&](const std::string& label, const Reference& x, std::string_view printed) {
    const Interval about = rounds_to(printed);
    claim.agree(label + ", in 50 digits and as printed", x, about.middle(),
                evidence::absolute(about.width() / 2), where);
  };
  const std::string at = "place of the " + what;
  claim.agree(at + ", by search and in 50 digits", found.location, exact.location, place, where)
      .agree(what + ", by search and in 50 digits", found.value, exact.value, value, where);
  rounds(at, exact.location, printed_place);
  rounds(what, exact.value, printed_value);
  return claim;
}

Bounds minimax_constant(const std::function<double(double, double)>& error, const Bounds& constants,
                        const std::function<Bounds(const std::function<double(double)>&)>& largest)
{
  // Beside the half of the other one, either is positive: where e is nearly 0 on a long stretch, and below it
  // elsewhere, its largest value alone would cost a million looks. Which of the two is larger is the same.
  const auto excess = [&](double c) {
    return largest([&](double x) { return std::max(error(c, x), -error(c, x) / 2); });
  };
  const auto deficit = [&](double c) {
    return largest([&](double x) { return std::max(-error(c, x), error(c, x) / 2); });
  };
  const auto not_too_small = [&](double c) { return deficit(c).lower <= excess(c).upper; };
  const auto too_large = [&](double c) { return excess(c).lower > deficit(c).upper; };
  return {first_where(not_too_small, constants.lower, constants.upper),
          first_where(too_large, constants.lower, constants.upper)};
}

} // namespace epreuve::instruments
