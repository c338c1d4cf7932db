#pragma once

#include <string>

namespace epreuve::tools {

/// Trains models/translator again, into a folder that has no model yet.
void train_translator(const std::string& out);

/// Trains the translator without its parts, once each, and writes the log (logs/ablations.hpp).
/// @param out  a folder without such a log
void train_ablations(const std::string& out);

} // namespace epreuve::tools
