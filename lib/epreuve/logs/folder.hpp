#pragma once

#include <filesystem>

/// The logs of the trainings that chapters 19 to 21 compare: files of models/logs. Each is written by
/// `./epreuve train NAME --out DIR`, where the header's name is the training's.
namespace epreuve::logs {

/// models/logs in the sources, or share/epreuve/models/logs of an installation.
std::filesystem::path folder();

} // namespace epreuve::logs
