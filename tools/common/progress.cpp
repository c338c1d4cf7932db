#include "progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <unistd.h>

namespace epreuve::tools {

namespace {

constexpr const char* clear_line = "\r\x1b[K";
constexpr std::chrono::seconds patience{2};
constexpr std::chrono::milliseconds between_frames{100};

} // namespace

Progress::Progress(std::size_t steps) : steps_(steps)
{
  if (::isatty(STDERR_FILENO) != 1)
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
  constexpr std::size_t width = 24;
  const auto filled = static_cast<std::size_t>(width * std::clamp(done_, 0.0, 1.0));
  std::cerr << fmt::format("{}[{}{}] {}", clear_line, std::string(filled, '#'),
                           std::string(width - filled, ' '), text_)
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
