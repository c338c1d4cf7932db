#pragma once

#include <string>

namespace epreuve::tools {

/// Trains models/translator again, into a folder that has no model yet.
void train_translator(const std::string& out);

/// Trains the translator without its parts, and prints chapters/20-encoder-decoder/ablations_log.hpp.
void train_ablations();

} // namespace epreuve::tools
