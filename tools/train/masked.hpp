#pragma once

#include <string>

namespace epreuve::tools {

/// Chapter 21's masked model: an encoder learns to say hidden words of English sentences, and is compared with the exact
/// laws. Writes its log (logs/masked.hpp).
/// @param out  a folder without such a log
void train_masked(const std::string& out);

} // namespace epreuve::tools
