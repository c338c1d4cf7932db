#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <thread>

namespace epreuve::tools {

/// Columns of the terminal that a descriptor is open on; 80 if it is on none, or the terminal does not say.
std::size_t terminal_columns(int descriptor);

/// One line on standard error that shows how far something has got; nothing unless standard error is
/// a terminal that can clear a line, and nothing in the first two seconds. A step that lasts longer appears then. What is
/// wider than the terminal is cut: a line that has been broken could not be cleared.
class Progress
{
public:
  explicit Progress(std::size_t steps = 0);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// The next of several steps is under way.
  void begin(const std::string& step);
  /// A part of the whole, from 0 to 1, is done; may be called as often as one likes.
  void show(double done, const std::string& text);
  /// Takes the line away, for other output.
  void clear();

private:
  using Clock = std::chrono::steady_clock;
  void set(double done, const std::string& text);
  void draw();

  std::size_t steps_;
  std::size_t begun_ = 0;
  Clock::time_point start_ = Clock::now();
  Clock::time_point drawn_; ///< long ago if no line is there

  std::mutex mutex_; ///< guards the data that the thread below reads
  double done_ = 0;
  std::string text_; ///< empty: no line
  std::condition_variable_any stopped_;
  std::jthread late_; ///< draws the current step when the two seconds are over
};

} // namespace epreuve::tools
