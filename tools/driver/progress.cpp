#include "progress.hpp"

#include <fmt/format.h>

#include <iostream>
#include <unistd.h>

namespace epreuve::driver {

namespace {

constexpr const char* clear_line = "\r\x1b[K";

} // namespace

Progress::Progress(std::size_t steps) : steps_(steps), shown_(::isatty(STDERR_FILENO) == 1) {}

Progress::~Progress()
{
  clear();
}

void Progress::clear()
{
  if (shown_)
    std::cerr << clear_line << std::flush;
}

void Progress::begin(const std::string& step)
{
  if (!shown_)
    return;
  constexpr std::size_t width = 24;
  const std::size_t done = steps_ == 0 ? width : width * begun_ / steps_;
  ++begun_;
  std::cerr << fmt::format("{}[{}{}] {}/{} {}", clear_line, std::string(done, '#'),
                           std::string(width - done, ' '), begun_, steps_, step)
            << std::flush;
}

} // namespace epreuve::driver
