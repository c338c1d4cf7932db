#pragma once

#include <string>

namespace epreuve::tools {

/// Trains models/captions again (instruments/networks/captions.hpp), into a folder that has no model yet.
void train_captions(const std::string& out);

} // namespace epreuve::tools
