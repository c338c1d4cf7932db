#pragma once

#include <string>

namespace epreuve::tools {

/// Trains what chapter 20 compares (instruments/networks/bottleneck.hpp), and writes its log (logs/bottleneck.hpp).
/// @param out  a folder without such a log
void train_bottleneck(const std::string& out);

} // namespace epreuve::tools
