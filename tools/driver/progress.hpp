#pragma once

#include <cstddef>
#include <string>

namespace epreuve::driver {

/// One line on standard error that says which of several steps is under way; nothing unless
/// standard error is a terminal.
class Progress
{
public:
  explicit Progress(std::size_t steps);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void begin(const std::string& step);
  /// Takes the line away, for other output.
  void clear();

private:
  std::size_t steps_;
  std::size_t begun_ = 0;
  bool shown_;
};

} // namespace epreuve::driver
