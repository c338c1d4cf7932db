#pragma once

#include "epreuve/instruments/networks/bottleneck.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace epreuve::logs {

/// Chapter 20: a text through one vector, or with attention.
struct BottleneckLog
{
  std::vector<instruments::CopyRun> runs; ///< of instruments::climb_copying
};

/// @throws Error naming the file if it is not such a log
BottleneckLog read_bottleneck(const std::filesystem::path& file);

/// The one in folder(). It is read once.
const BottleneckLog& bottleneck();

/// The file's text.
std::string text_of(const BottleneckLog& log);

} // namespace epreuve::logs
