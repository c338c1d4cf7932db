#pragma once

#include "epreuve/evidence/record.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace epreuve::evidence {

/// A chapter's record as git keeps it, to be read in a diff: a paragraph for each claim, finding, table and cited
/// proposition, with verdicts and what was seen, to the digits that are the same on every processor (Evidence::steady).
/// Not in it: lines of the sources, times and memory, how near equal sides are, what only repeats a sentence of the
/// sources, and what became of proofs.
std::string tracked_text(const Record& record);

/// The text to keep of a new run: lines that are the same to the last place are left as they were, so that a run on
/// another processor changes nothing.
std::string updated(std::string_view kept, std::string_view now);

/// Where a new run differs from what is kept by more than the last place: the claim, what was kept, and what is now.
std::vector<std::string> differences(std::string_view kept, std::string_view now);

} // namespace epreuve::evidence
