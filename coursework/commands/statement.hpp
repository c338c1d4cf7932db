#pragma once

#include "commands/exercises.hpp"

#include "epreuve/evidence/report.hpp"

#include <string>

namespace epreuve::tools {

/// What an exercise asks for, as exercises.hpp says it: the words above the declaration, and the declaration. Paragraphs
/// are as wide as the page; formulas, which are indented, stay as they are.
/// @param exercise  the name of one of the workbook's
std::string statement(const Workbook& workbook, const std::string& exercise,
                      const evidence::Typography& typography);

} // namespace epreuve::tools
