#include "progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <unistd.h>

namespace epreuve::driver {

namespace {

constexpr const char* clear_line = "\r\x1b[K";
constexpr std::chrono::seconds patience{2};
constexpr std::chrono::milliseconds between_frames{100};

} // namespace

Progress::Progress(std::size_t steps) : steps_(steps), terminal_(::isatty(STDERR_FILENO) == 1) {}

Progress::~Progress()
{
  clear();
}

void Progress::clear()
{
  if (drawn_ != Clock::time_point{})
    std::cerr << clear_line << std::flush;
  drawn_ = {};
}

void Progress::draw(double done, const std::string& text)
{
  if (!terminal_ || Clock::now() - start_ < patience)
    return;
  drawn_ = Clock::now();
  constexpr std::size_t width = 24;
  const auto filled = static_cast<std::size_t>(width * std::clamp(done, 0.0, 1.0));
  std::cerr << fmt::format("{}[{}{}] {}", clear_line, std::string(filled, '#'),
                           std::string(width - filled, ' '), text)
            << std::flush;
}

void Progress::begin(const std::string& step)
{
  const double done = steps_ == 0 ? 1 : static_cast<double>(begun_) / static_cast<double>(steps_);
  ++begun_;
  draw(done, fmt::format("{}/{} {}", begun_, steps_, step));
}

void Progress::show(double done, const std::string& text)
{
  if (Clock::now() - drawn_ >= between_frames)
    draw(done, text);
}

} // namespace epreuve::driver
