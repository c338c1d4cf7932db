#pragma once

#include <thread>

namespace epreuve::tools {

/// While it lives, Ctrl-C and SIGTERM end the program within a moment: it says that what is finished is
/// kept, finishes the file that it is writing, removes its temporary folders, and dies of the signal, as the process
/// that started it expects.
class Ending
{
public:
  Ending();
  ~Ending();
  Ending(const Ending&) = delete;
  Ending& operator=(const Ending&) = delete;

  /// Whether a signal came: it may also have stopped the judging that is under way.
  static bool came();

private:
  std::jthread watcher_;
};

} // namespace epreuve::tools
