#include "weaver/open.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/command.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace epreuve::book {

namespace {

bool is_set(const char* variable)
{
  const char* value = std::getenv(variable);
  return value && *value;
}

} // namespace

void open_in_browser(const std::string& address_or_path)
{
  const bool is_address = address_or_path.find("://") != std::string::npos;
  const std::string target =
      is_address ? address_or_path : std::filesystem::absolute(address_or_path).string();
  if (!is_address && !std::filesystem::exists(target))
    throw Error("there is no {} to open", target);
  if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY"))
    throw Error("there is no screen to open a browser on; open {} yourself", target);
  const std::string opener = find_program("xdg-open");
  if (opener.empty())
    throw Error("there is no xdg-open (of xdg-utils); open {} yourself", target);

  std::vector<std::string> words{opener, target};
  const std::vector<char*> command = as_arguments(words);
  const pid_t child = ::fork();
  if (child < 0)
    throw Error("{} cannot be started ({}); open {} yourself", opener, std::strerror(errno),
                target);
  if (child == 0) {
    // A grandchild does not have to be waited for, and Ctrl-C here is not for the browser.
    ::setsid();
    if (::fork() != 0)
      ::_exit(0);
    std::signal(SIGPIPE, SIG_DFL);
    const int nothing = ::open("/dev/null", O_RDWR);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
      ::dup2(nothing, stream);
    ::close_range(3, ~0U, 0);
    ::execv(command.front(), command.data());
    ::_exit(127);
  }
  ::waitpid(child, nullptr, 0);
}

} // namespace epreuve::book
