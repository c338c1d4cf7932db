#pragma once

namespace epreuve::tools {

/// Chapter 21's training: a small model learns English, then French, and how far it is from each language is measured on
/// the way, exactly. Prints chapters/21-training/twins_log.hpp to standard output.
void train_twins();

} // namespace epreuve::tools
