#pragma once

#include "epreuve/figures/figure.hpp"

#include <string>
#include <vector>

namespace epreuve::figures {

/// A value as figures use it: to 12 significant digits, so that two processors whose sums
/// differ in the last bits draw the same figure.
double rounded(double value);

/// An axis ready to be drawn: its range, and its ticks with their labels (minor ticks have none).
struct Scale
{
  struct Tick
  {
    double at;
    std::string label;
    bool minor = false;
  };
  Range range;
  bool log = false;
  std::vector<Tick> ticks;

  /// Where a value is along the axis, from 0 to 1.
  double share(double at) const;
};

/// The scale for `axis` over the finite values `data`; `name` ("x", "y") is for the error that a
/// number <= 0 on a logarithmic axis gets. Without a range of its own the axis spans the data,
/// longer at both ends by `padding` of that span, except that data >= 0 never start below 0.
/// About `most_ticks` ticks are set at 1, 2 or 5 times a power of ten.
Scale make_scale(const Axis& axis, const char* name, const arma::vec& data, double padding,
                 unsigned most_ticks);

/// The ticks of an axis over another range than the data's.
void set_ticks(Scale& scale, const Axis& axis, unsigned most_ticks);

} // namespace epreuve::figures
