#include "common/page.hpp"

#include "epreuve/evidence/report.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>

namespace epreuve::tools {

namespace {

std::string pager()
{
  for (const char* name : {"EPREUVE_PAGER", "PAGER"})
    if (const char* const given = std::getenv(name))
      return given;
  return "less";
}

bool may_page()
{
  const std::string command = pager();
  const char* const integration = std::getenv("CI");
  return evidence::is_capable_terminal(STDOUT_FILENO) && !command.empty() && command != "cat" &&
         (integration == nullptr || *integration == '\0');
}

bool is_in_sight(const std::string& text)
{
  winsize size{};
  // The shell's prompt takes a line, too.
  return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 ||
         std::ranges::count(text, '\n') < size.ws_row;
}

/// @return whether the pager could be started
bool show_in_pager(const std::string& text)
{
  ::setenv("LESS", "FRX", 0);
  // A pager that is not installed is no reason to show nothing.
  const std::string named = pager(), program = named.substr(0, named.find(' '));
  const std::string command = "command -v " + program + " >/dev/null || exec cat; exec " + named;
  std::FILE* const pipe = ::popen(command.c_str(), "w");
  if (pipe == nullptr)
    return false;
  // While it is read, Ctrl-C is the pager's; that it is left before its end is no error.
  const auto interrupt = std::signal(SIGINT, SIG_IGN), broken = std::signal(SIGPIPE, SIG_IGN);
  std::fwrite(text.data(), 1, text.size(), pipe);
  ::pclose(pipe);
  std::signal(SIGINT, interrupt);
  std::signal(SIGPIPE, broken);
  return true;
}

} // namespace

Page::Page()
{
  if (may_page())
    direct_ = std::cout.rdbuf(text_.rdbuf());
}

Page::~Page()
{
  if (direct_ != nullptr) {
    std::cout.rdbuf(direct_);
    std::cout << text_.view();
  }
}

bool Page::show()
{
  if (direct_ == nullptr)
    return false;
  std::cout.rdbuf(std::exchange(direct_, nullptr));
  std::cout.flush();
  const std::string text = text_.str();
  if (!is_in_sight(text) && show_in_pager(text))
    return true;
  std::cout << text << std::flush;
  return false;
}

} // namespace epreuve::tools
