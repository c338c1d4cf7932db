#pragma once

#include "commands/trying.hpp"

#include <string>
#include <vector>

namespace epreuve::tools {

/// Judges the mutants of solutions, and reports those that pass unless the chapter's mutants.jsonl says why they are
/// equal; of what that says, whatever is not so.
/// @param names  of exercises of the workbook, whose solutions pass
void try_mutants(const Workbook& workbook, const std::vector<std::string>& names,
                 Findings& findings);

} // namespace epreuve::tools
