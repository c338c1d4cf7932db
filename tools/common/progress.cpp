#include "progress.hpp"

#include "epreuve/evidence/report.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <stop_token>
#include <sys/ioctl.h>
#include <unistd.h>

namespace epreuve::tools {

namespace {

constexpr const char* clear_line = "\r\x1b[K";
constexpr std::chrono::seconds patience{2};
constexpr std::chrono::milliseconds between_frames{100};

/// A bar and the text after it, on one line. In a narrow terminal the bar is shorter, then there is none.
std::string progress_line(double done, const std::string& text, std::size_t columns)
{
  constexpr std::size_t longest = 24, shortest = 6;
  const std::size_t room = columns - 1, taken = display_width(text) + 3; // "[", "] "
  const std::size_t width = room > taken ? std::min(longest, room - taken) : 0;
  if (width < shortest)
    return std::string(prefix_within(text, static_cast<double>(room)));
  const auto filled =
      static_cast<std::size_t>(static_cast<double>(width) * std::clamp(done, 0.0, 1.0));
  return fmt::format("[{}{}] {}", std::string(filled, '#'), std::string(width - filled, ' '), text);
}

} // namespace

std::size_t terminal_columns(int descriptor)
{
  winsize size{};
  return ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

Progress::Progress(std::size_t steps) : steps_(steps)
{
  if (!evidence::is_capable_terminal(STDERR_FILENO))
    return;
  late_ = std::jthread([this](const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    stopped_.wait_until(lock, stop, start_ + patience, [] { return false; });
    if (!stop.stop_requested())
      draw();
  });
}

Progress::~Progress()
{
  clear();
}

void Progress::clear()
{
  const std::lock_guard lock(mutex_);
  if (drawn_ != Clock::time_point{})
    std::cerr << clear_line << std::flush;
  drawn_ = {};
  text_.clear();
}

void Progress::draw()
{
  if (!late_.joinable() || text_.empty() || Clock::now() - start_ < patience)
    return;
  drawn_ = Clock::now();
  std::cerr << clear_line << progress_line(done_, text_, terminal_columns(STDERR_FILENO))
            << std::flush;
}

void Progress::set(double done, const std::string& text)
{
  const std::lock_guard lock(mutex_);
  done_ = done;
  text_ = text;
  if (Clock::now() - drawn_ >= between_frames)
    draw();
}

void Progress::begin(const std::string& step)
{
  const double done = steps_ == 0 ? 1 : static_cast<double>(begun_) / static_cast<double>(steps_);
  ++begun_;
  set(done, fmt::format("{}/{} {}", begun_, steps_, step));
}

void Progress::show(double done, const std::string& text)
{
  set(done, text);
}

} // namespace epreuve::tools
