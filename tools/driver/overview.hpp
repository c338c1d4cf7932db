#pragma once

#include "epreuve/evidence/record.hpp"
#include "epreuve/evidence/report.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace epreuve::tools {

/// A chapter's record in a few lines: title, how many claims have which verdict, its time, the two most telling
/// things that it found, and the command that shows the rest. What is not as declared is shown in their place, all of it.
std::string overview(const evidence::Record& record, double seconds,
                     const evidence::Typography& type);

/// The end of a run of several chapters: what they found together, and what a reader can do next.
/// @param failed   how many chapters have no record
/// @param seconds  what all of it took
std::string conclusion(const std::vector<evidence::Record>& records, std::size_t failed,
                       double seconds, const evidence::Typography& type);

} // namespace epreuve::tools
