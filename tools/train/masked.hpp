#pragma once

namespace epreuve::tools {

/// Chapter 21's masked model: an encoder learns to say hidden words of English sentences, and is compared with the exact
/// laws. Prints chapters/21-training/masked_log.hpp to standard output.
void train_masked();

} // namespace epreuve::tools
