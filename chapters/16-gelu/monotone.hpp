#pragma once

#include "epreuve/evidence/property.hpp"

#include <functional>

namespace epreuve::instruments {

/// For Claim::property, that f rises on [lo, hi]: f(a) <= f(b) + slack, a drawn from [lo, hi] and b
/// from [a, hi].
///
/// @param slack  what two computed values may be off by together; 0 where f is computed monotonically
evidence::Predicate rises(std::function<double(double)> f, double lo, double hi, double slack = 0);

/// That f falls: -f rises.
evidence::Predicate falls(std::function<double(double)> f, double lo, double hi, double slack = 0);

} // namespace epreuve::instruments
