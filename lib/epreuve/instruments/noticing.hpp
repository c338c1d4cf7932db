#pragma once

#include "epreuve/evidence/claim.hpp"

#include <source_location>
#include <string>

namespace epreuve::instruments {

/// A statistic of drawn numbers, and what its test is worth: the same test on numbers with an error,
/// which must fail.
///
///     estimates_noticing(claim, "mean of the numbers drawn", mean_of(x), 0, 0.025,
///                        "a mean of 0.025 instead of 0", mean_of(x + 0.025));
///
/// is claim.estimates(what, seen, expected, resolution), and the fact that the error would be
/// noticed: the interval of `with_error` does not hold the expected value.
///
/// @param error       what is wrong with the other numbers, as the subject of "would be noticed"
/// @param with_error  the same statistic of those numbers
/// @return            the claim
/// @throws            Error as Claim::estimates
evidence::Claim& estimates_noticing(evidence::Claim& claim, std::string what,
                                    const evidence::Estimate& seen, double expected,
                                    double resolution, const std::string& error,
                                    const evidence::Estimate& with_error,
                                    std::source_location where = std::source_location::current());

} // namespace epreuve::instruments
