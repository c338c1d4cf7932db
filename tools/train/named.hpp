#pragma once

#include "train/inputs.hpp"

#include <string>

namespace epreuve::tools {

/// The trainings of `./epreuve train NAME`, for --help: a line each.
std::string named_trainings();

/// Runs a training of another family of models, or one that writes a log, which a chapter reads (models/logs).
/// @return  whether it is one; the others train a GPT-2
/// @throws Error for a name that there is not, or if another option is given than --out, which it needs
bool run_named(const TrainOptions& options);

/// Of a training of a model.
/// @throws Error for a name that there is not, or an option that such a training does not take
Inputs named_inputs(const TrainOptions& options);

/// What a training with a name needs to go on: all but config, precision and settings.
/// @param data  Inputs::data, as it was at the beginning
void complete_named(Inputs& inputs, const TrainOptions& options, const Json& data);

} // namespace epreuve::tools
