#include "epreuve/instruments/noticing.hpp"

#include <fmt/format.h>

#include <utility>

namespace epreuve::instruments {

evidence::Claim& estimates_noticing(evidence::Claim& claim, std::string what,
                                    const evidence::Estimate& seen, double expected,
                                    double resolution, const std::string& error,
                                    const evidence::Estimate& with_error,
                                    std::source_location where)
{
  const double half = half_width(with_error, evidence::demanded_confidence);
  return claim.estimates(std::move(what), seen, expected, resolution, where)
      .fact(error + " would be noticed", notices(with_error, expected),
            fmt::format("{:.4f} ± {:.4f}", with_error.value, half), where);
}

} // namespace epreuve::instruments
