#pragma once

#include "train/options.hpp"

namespace epreuve::tools {

/// Trains as the options say.
/// @return  0; 130 if Ctrl-C ended it
/// @throws Error for a wrong input, and where a training cannot go on
int train(const TrainOptions& options);

} // namespace epreuve::tools
