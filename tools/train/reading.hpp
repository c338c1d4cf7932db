#pragma once

namespace epreuve::tools {

/// Trains what chapter 19 compares on the language (instruments/networks/reading.hpp), and prints its log, a header.
void train_reading();

} // namespace epreuve::tools
