#pragma once

#include "epreuve/exercises/argument_parts.hpp"
#include "epreuve/exercises/in_common.hpp"
#include "epreuve/exercises/value.hpp"

#include <functional>
#include <string>
#include <vector>

namespace epreuve::exercises {

/// Whether a result is the right one for other arguments; it is not if these have none.
using IsRightFor = std::function<bool(const Compared& result, const Value& arguments)>;

/// Whether all results are the right ones for changed arguments, two of them exchanged, one negated, 0, transposed, one
/// larger, and so on (as_if.cpp has the table): "every result is what the solution returns for -x in place of x". It is
/// a fact about all inputs tried, right results included, and names no cause. At most two changes are said. Empty if no
/// change explains all of them, or if the wrong ones are fewer than three different finite results, which a change might
/// have by chance.
std::string as_if_changed(const std::vector<Compared>& wrong, const std::vector<Compared>& right,
                          const std::vector<ArgumentPart>& parts, const IsRightFor& is_right_for);

} // namespace epreuve::exercises
