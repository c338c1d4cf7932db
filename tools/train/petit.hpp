#pragma once

#include "train/inputs.hpp"

namespace epreuve::tools {

/// ./epreuve train petit: texts without end from the language, the tokenizer of both languages, numbers kept in F16; the
/// comparison with the exact probabilities at some fifty steps goes into log.json.
void begin_petit(Inputs& inputs, const TrainOptions& options);
void complete_petit(Inputs& inputs, const TrainOptions& options);

} // namespace epreuve::tools
