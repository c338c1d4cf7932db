#pragma once

#include <string>

namespace epreuve::tools {

/// Trains what chapter 19 compares on the language (instruments/networks/reading.hpp), and writes its log (logs/reading.hpp).
/// @param out  a folder without such a log
void train_reading(const std::string& out);

} // namespace epreuve::tools
