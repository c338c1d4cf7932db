#pragma once

#include <string>

namespace epreuve::tools {

/// Chapter 21's training: a small model learns English, then French, and how far it is from each language is measured on
/// the way, exactly. Writes its log (logs/twins.hpp).
/// @param out  a folder without such a log
void train_twins(const std::string& out);

} // namespace epreuve::tools
