#pragma once

namespace epreuve::tools {

/// Trains what chapter 19 compares (instruments/networks/recall.hpp), and prints its log, a header.
void train_recall();

} // namespace epreuve::tools
