#pragma once

#include <string>
#include <vector>

namespace epreuve::book {

struct Rebuilt
{
  int status = 0;     ///< 0: everything was built
  std::string output; ///< its first lines are shown if the status is not 0
};

/// Runs a command, whose output also goes to this program's. Ctrl-C, noticed by the
/// Interruption in serve(), ends the command and the processes that it started.
/// @throws Error if it cannot be started
Rebuilt run_build(const std::vector<std::string>& command);

} // namespace epreuve::book
