#include "maximum.hpp"

#include "epreuve/error.hpp"

#include <algorithm>
#include <cmath>

namespace epreuve::proofs {

namespace {

struct Interval
{
  double lo, hi;
};

struct Candidate
{
  Interval at;
  Ball value; ///< contains f on it
};

/// f on the interval, by the better of the two forms.
Ball values_on(const Function& f, const Interval& at, const Jet& over)
{
  const Ball x = interval(at.lo, at.hi);
  const Ball m = middle(x);
  const Ball mean_value_form = f(variable(m)).value + over.slope * (x - m);
  if (!finite(mean_value_form))
    return over.value;
  return finite(over.value) ? intersection(over.value, mean_value_form) : mean_value_form;
}

std::vector<Interval> halves(const std::vector<Candidate>& candidates)
{
  std::vector<Interval> result;
  for (const auto& [at, value] : candidates) {
    const double middle = at.lo + (at.hi - at.lo) / 2;
    result.push_back({at.lo, middle});
    result.push_back({middle, at.hi});
  }
  return result;
}

/// Whether the candidates are narrow enough, or too narrow for their middle to be another double.
bool narrow(const std::vector<Candidate>& candidates, double width)
{
  return std::all_of(candidates.begin(), candidates.end(), [width](const Candidate& candidate) {
    const auto [lo, hi] = candidate.at;
    const double middle = lo + (hi - lo) / 2;
    return hi - lo <= width || middle == lo || middle == hi;
  });
}

std::vector<Interval> joined(const std::vector<Candidate>& candidates)
{
  std::vector<Interval> result;
  for (const auto& [at, value] : candidates)
    if (!result.empty() && result.back().hi == at.lo)
      result.back().hi = at.hi;
    else
      result.push_back(at);
  return result;
}

/// The search: the largest value seen so far, and the intervals that may hold a larger one.
class Search
{
public:
  Search(const Function& f, double lo, double hi) : f_(f), lo_(lo), hi_(hi)
  {
    seen_ = larger(lower(at(lo).value), lower(at(hi).value));
  }

  Maximum run(const Effort& effort)
  {
    std::vector<Candidate> left = examine({{lo_, hi_}});
    while (!narrow(left, effort.width) &&
           examined_ + 2 * static_cast<long>(left.size()) <= effort.examined)
      left = examine(halves(left));
    return conclude(std::move(left));
  }

private:
  Jet at(double x) const { return f_(variable(exactly(x))); }

  void see(const Ball& value)
  {
    if (finite(value) && !below(lower(value), seen_))
      seen_ = larger(seen_, lower(value));
  }

  bool too_low(const Ball& value) const { return below(value, seen_); }

  std::vector<Candidate> examine(const std::vector<Interval>& intervals)
  {
    std::vector<Candidate> left;
    for (const Interval& at : intervals) {
      see(f_(variable(middle(interval(at.lo, at.hi)))).value);
      const Jet over = f_(variable(interval(at.lo, at.hi)));
      ++examined_;
      if (positive(over.slope) || negative(over.slope))
        continue;
      if (Ball value = values_on(f_, at, over); !too_low(value))
        left.push_back({at, std::move(value)});
    }
    return left;
  }

  Maximum conclude(std::vector<Candidate> left)
  {
    left.insert(left.begin(), {{lo_, lo_}, at(lo_).value});
    left.push_back({{hi_, hi_}, at(hi_).value});
    std::erase_if(left, [this](const Candidate& candidate) { return too_low(candidate.value); });

    Maximum result;
    result.examined = examined_;
    result.value = seen_;
    for (const Interval& interval_left : joined(left)) {
      const auto [lo, hi] = interval_left;
      const Jet over = f_(variable(interval(lo, hi)));
      const Ball value = values_on(f_, interval_left, over);
      if (too_low(value))
        continue;
      const bool concave = negative(over.curvature);
      result.places.push_back({lo, hi, lo == hi || concave,
                               concave && positive(at(lo).slope) && negative(at(hi).slope)});
      result.value = hull(result.value, larger(seen_, upper(value)));
    }
    return result;
  }

  const Function& f_;
  double lo_, hi_;
  Ball seen_;
  long examined_ = 0;
};

} // namespace

bool Maximum::decided() const
{
  return !places.empty() &&
         std::all_of(places.begin(), places.end(), [](const Place& place) { return place.single; });
}

Maximum maximum(const Function& f, double lo, double hi, const Effort& effort)
{
  if (!(lo < hi) || !std::isfinite(lo) || !std::isfinite(hi))
    throw Error("maximum: expected finite lo < hi, got lo = {}, hi = {}", lo, hi);
  return Search(f, lo, hi).run(effort);
}

} // namespace epreuve::proofs
