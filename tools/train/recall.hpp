#pragma once

#include <string>

namespace epreuve::tools {

/// Trains what chapter 19 compares (instruments/networks/recall.hpp), and writes its log (logs/recall.hpp).
/// @param out  a folder without such a log
void train_recall(const std::string& out);

} // namespace epreuve::tools
