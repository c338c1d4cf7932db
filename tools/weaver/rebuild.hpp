#pragma once

#include <string>
#include <vector>

namespace epreuve::book {

struct Rebuilt
{
  int status = 0;     ///< 0: all of it
  std::string output; ///< of which the first lines are shown if the status is not 0
};

/// Runs a command with its output going where this program's goes too. Ctrl-C, noted by the
/// Interruption of serve(), ends it and what it started.
/// @throws Error if it cannot be started
Rebuilt run_build(const std::vector<std::string>& command);

} // namespace epreuve::book
