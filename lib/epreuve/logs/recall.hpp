#pragma once

#include "epreuve/instruments/networks/recall.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace epreuve::logs {

/// Chapter 19: who learns to say the first word after T others.
struct RecallLog
{
  std::vector<instruments::RecallRun> runs; ///< of instruments::climb_recall
  /// By network, in the order of Reader, with T, rate and seed of task_of_connections.
  std::vector<instruments::Recall> connections;
};

constexpr instruments::RecallTask task_of_connections(instruments::Reader network)
{
  return {.network = network, .T = 16, .rate = 0.01, .seed = 2};
}

/// @throws Error naming the file if it is not such a log
RecallLog read_recall(const std::filesystem::path& file);

/// The one in folder(). It is read once.
const RecallLog& recall();

/// The file's text.
std::string text_of(const RecallLog& log);

} // namespace epreuve::logs
