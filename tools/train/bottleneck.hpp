#pragma once

namespace epreuve::tools {

/// Trains what chapter 20 compares (instruments/networks/bottleneck.hpp), and prints its log, a header.
void train_bottleneck();

} // namespace epreuve::tools
